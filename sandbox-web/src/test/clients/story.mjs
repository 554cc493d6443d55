// What each client does, whatever its kind, and what it saw of it.

const SLEEPER = '61.25';

/**
 * Plays the story.
 *
 * @param name of the sandbox, its own
 * @param listTools the tools' names
 * @param call calls a tool with the arguments, and with the options onprogress and signal
 */
export async function play(name, listTools, call) {
  const exec = (command, options) => call('sandbox_exec', { sandbox: name, command }, options);
  const saw = { tools: await listTools() };

  saw.made = await call('sandboxes_create', { name });
  saw.ran = await call('sandbox_exec', {
    sandbox: name,
    command: 'cat; echo to stderr >&2; exit 3',
    stdin: 'zażółć 🚀\n',
  });

  saw.progress = [];
  const begun = Date.now();
  saw.followed = await exec('for n in 1 2 3; do echo line $n; sleep 0.4; done', {
    onprogress: (progress) => saw.progress.push({ ...progress, after: Date.now() - begun }),
  });
  saw.followedFor = Date.now() - begun;

  saw.cancelled = await cancelled(exec);
  saw.leftRunning = await left(exec);
  saw.refused = await call('sandboxes_get', { sandbox: 'nowhere' });
  return saw;
}

/** Calls, and takes the call back once the command has printed something. */
async function cancelled(exec) {
  const abort = new AbortController();
  try {
    const result = await exec(`echo begun; sleep ${SLEEPER}; echo never`, {
      signal: abort.signal,
      onprogress: () => abort.abort('The story wants no more.'),
    });
    return { result };
  } catch (thrown) {
    return { thrown: String(thrown) };
  }
}

/** What still runs of the cancelled command, looked at until nothing does or a while has passed. */
async function left(exec) {
  const look = `pgrep -fc '^sleep ${SLEEPER}' || true`;
  let count;
  for (const until = Date.now() + 15_000; Date.now() < until; ) {
    const looked = await exec(look);
    count = looked.structuredContent.stdout.trim();
    if (count === '0') {
      return count;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return count;
}
