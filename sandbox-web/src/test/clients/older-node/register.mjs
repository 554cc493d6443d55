// Node 20 has no fs.globSync, which the conformance suite imports and, for servers, doesn't call.
import fs from 'node:fs';
import { register } from 'node:module';

if (!('globSync' in fs)) {
  register('./hooks.mjs', import.meta.url);
}
