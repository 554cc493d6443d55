# Keeps a machine awake. Told to end, it asks all that runs in the machine to end, waits for up to two seconds, and ends; what
# is left then is killed with it.
#   $1  the user whose home folder HOME is
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

trap fall_asleep TERM
if [ ! -d "$HOME" ]; then
  mkdir -p "$HOME"
  chown "$1" "$HOME"
fi
while :; do
  sleep 86400 &
  wait $!
done
