export async function resolve(specifier, context, next) {
  const isOfTheSuite = context.parentURL?.includes('/@modelcontextprotocol/conformance/');
  return specifier === 'fs' && isOfTheSuite
    ? { url: new URL('./fs.mjs', import.meta.url).href, format: 'module', shortCircuit: true }
    : next(specifier, context);
}
