// Lints descriptions in OpenAPI: one line for each finding, and an exit code of 1 if there is any. Nothing is fetched.
import { createConfig, lint } from '@redocly/openapi-core';
import path from 'node:path';

const config = await createConfig({
  extends: ['recommended-strict'],
  rules: {
    'no-http-verbs-in-paths': 'error',
    'no-invalid-media-type-examples': 'error',
    'no-invalid-schema-examples': 'error',
    'no-unused-components': 'error',
    'operation-operationId': 'error',
    'operation-parameters-unique': 'error',
    'operation-singular-tag': 'error',
    'operation-tag-defined': 'error',
    'parameter-description': 'error',
    'path-declaration-must-exist': 'error',
    'path-parameters-defined': 'error',
    'tag-description': 'error',
    // Errors of all kinds are one response, the default.
    'operation-4xx-response': 'off',
    // What one of several forms requires is described once, beside them.
    'no-required-schema-properties-undefined': 'off',
  },
});
let findings = 0;
for (const file of process.argv.slice(2)) {
  for (const found of await lint({ ref: path.resolve(file), config })) {
    findings++;
    console.log(`${path.basename(file)} ${found.location?.[0]?.pointer ?? ''} ${found.ruleId}: ${found.message}`);
  }
}
process.exitCode = findings === 0 ? 0 : 1;
