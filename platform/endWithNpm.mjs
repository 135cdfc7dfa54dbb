// npm's shell does not hand a SIGTERM on: when it is gone, so is the reason to run.
export function endWithNpm() {
  const shell = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === shell) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  watch.unref()
}
