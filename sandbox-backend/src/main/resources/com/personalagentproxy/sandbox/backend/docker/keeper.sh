# Keeps a machine awake. Told to end, it asks all that runs in the machine to end, waits for up to two seconds, and ends; what
# is left then is killed with it.
#   $1  the user whose home folder HOME is
#   $2  so many seconds it waits for its first lane. An engine that is killed while it starts a machine may forget that it did:
#       then no lane is ever opened here, and nobody else ends this.
LC_ALL=C

fall_asleep() {
  trap '' TERM
  kill -TERM -1
  read -r now rest </proc/uptime
  latest=$((${now%.*} + 2))
  while set -- /proc/[0-9]* && [ $# -gt 2 ] && [ "${now%.*}" -le "$latest" ]; do
    sleep 0.05
    read -r now rest </proc/uptime
  done
  exit 0
}

# Beside the init and this.
runs_nothing() {
  set -- /proc/[0-9]*
  [ $# -le 2 ]
}

trap fall_asleep TERM
# Lanes remove it. In memory, so that each start makes it anew.
unused=/dev/shm/.sandbox-unused
true >"$unused" && chown "$1" "$unused"
if [ ! -d "$HOME" ]; then
  mkdir -p "$HOME"
  chown "$1" "$HOME"
fi
sleep "$2" &
wait $!
if [ -e "$unused" ] && runs_nothing; then exit 0; fi
while :; do
  sleep 86400 &
  wait $!
done
