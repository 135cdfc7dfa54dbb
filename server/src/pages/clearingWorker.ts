/**
 * Takes the place of a viewers' worker that is not wanted any more: removes what it kept, and then itself. Browsers ask for
 * the worker's script on their own after every visit, past the worker, so this reaches them whatever it answers.
 */
export const clearingWorker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clear()))
async function clear() {
  // Pages that are open go past it from now on.
  await clients.claim()
  for (const name of await caches.keys()) if (name.startsWith('multiball-')) await caches.delete(name)
  await registration.unregister()
}
`
