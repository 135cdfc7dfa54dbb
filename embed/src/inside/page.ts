import { EmbedFailure } from '../contract'
import { slotOf, type Inside, type Slot } from '../slot'

/*
 * The first line that runs of the script inside. The rest of it is asked for piece by piece, so that the partner's page
 * is never held up for long: each `import` below only runs what lies in this script already.
 */

/** Lets the page do what it has to do; what follows is a task of its own. Nothing is imported for it: that would run first. */
const pause = () => new Promise<void>((resolve) => setTimeout(resolve))

async function open(slot: Slot) {
  await pause()
  const { Styles } = await import(/* webpackMode: "eager" */ './Styles')
  const styles = new Styles()
  for (const sheet of await Promise.all(slot.styles)) {
    await pause()
    styles.add(sheet.href, sheet.text)
  }
  await pause()
  const { askForLettering } = await import(/* webpackMode: "eager" */ './fontFaces')
  askForLettering()
  await pause()
  const settings = await slot.settings
  const pieces = [
    () => import(/* webpackMode: "eager" */ 'react/jsx-runtime'),
    () => import(/* webpackMode: "eager" */ 'react-dom'),
    () => import(/* webpackMode: "eager" */ 'react-dom/client'),
    () => import(/* webpackMode: "eager" */ '@multiball/shared/client'),
    () => import(/* webpackMode: "eager" */ '@multiball/shared/live'),
    () => import(/* webpackMode: "eager" */ '@multiball/shared/display'),
    () => import(/* webpackMode: "eager" */ '@multiball/shared/remotes'),
    () => import(/* webpackMode: "eager" */ '@multiball/shared/boards'),
  ]
  for (const piece of pieces) {
    await piece()
    await pause()
  }
  const { createHost } = await import(/* webpackMode: "eager" */ './createHost')
  await pause()
  const host = createHost({ origin: slot.origin, settings, styles })
  await pause()
  return host
}

const slot = slotOf()
if (slot) {
  let opening: ReturnType<typeof open> | undefined
  const host = () =>
    (opening ??= open(slot).catch((cause: unknown) => {
      opening = undefined
      throw cause instanceof EmbedFailure ? cause : new EmbedFailure('REMOTE_FAILED', String(cause))
    }))
  const inside: Inside = {
    mount: async (place, options) => (await host()).mount(place, options),
    loadExpose: async (remote, expose) => (await host()).loadExpose(remote, expose),
    styleRoot: async (root) => (await host()).styleRoot(root),
    loadStage: async () => (await host()).loadStage(),
  }
  slot.arrive(inside)
}
