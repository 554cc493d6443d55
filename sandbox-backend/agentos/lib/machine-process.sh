#!/bin/sh
# Becomes a machine's process. The kernel kills it when the service that started it is gone, however that ended: nobody would
# keep its commands' time any more.
#   SANDBOX_AGENTOS_PROGRAM  what to become
#   SANDBOX_AGENTOS_SERVICE  the service's process
exec setpriv --pdeathsig KILL -- /bin/sh -c '[ "$PPID" = "$SANDBOX_AGENTOS_SERVICE" ] && exec "$0" "$@"' \
  "$SANDBOX_AGENTOS_PROGRAM" "$@"
