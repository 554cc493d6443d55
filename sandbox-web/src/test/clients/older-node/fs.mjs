export * from 'node:fs';
export { default } from 'node:fs';

export function globSync() {
  throw new Error('This Node has no fs.globSync.');
}
