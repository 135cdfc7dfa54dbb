import { EmbedFailure, requireBoard, type GivenReact, type MountOptions, type Mounted } from './contract'
import { loadInside } from './loadInside'

export type {
  EmbedEvents,
  EmbedType,
  ErrorCode,
  GivenReact,
  Look,
  MountOptions,
  Mounted,
  OnEvent,
  Theme,
} from './contract'
export { EmbedFailure } from './contract'
export { version } from './loadInside'

/**
 * Shows a live board in an element, which gets a shadow root of its own inside, or in a shadow root. It fills the
 * element; one without a height gets 16:9.
 * @throws EmbedFailure BAD_ATTRIBUTE, HOST_UNREACHABLE; `onEvent` is told the same. What fails later only `onEvent` is told.
 */
export async function mountBoard(place: HTMLElement | ShadowRoot, options: MountOptions): Promise<Mounted> {
  try {
    if (!(place instanceof Node))
      throw new EmbedFailure('BAD_ATTRIBUTE', 'mountBoard needs an element, or a shadow root')
    requireBoard(options)
    return await (await loadInside(options)).mount(place, options)
  } catch (cause) {
    const { code, message } = cause as EmbedFailure
    options?.onEvent?.('error', { code, message })
    throw cause
  }
}

/**
 * The module that a remote exposes, such as `./display` of `mf-scoreboards`, for applications that render it themselves:
 * checked and loaded by our registry, with the given React where it fits.
 * @throws EmbedFailure HOST_UNREACHABLE, or an error whose `code` begins with REMOTE_
 */
export const loadExpose = async <Module>(remote: string, expose: string, given: GivenReact = {}): Promise<Module> =>
  (await (await loadInside(given)).loadExpose(remote, expose)) as Module

/** The component that a display stands on: its colours, its safe area, and the units that it is sized in. With the given React where it fits. */
export const loadStage = async <Stage>(given: GivenReact = {}): Promise<Stage> =>
  (await (await loadInside(given)).loadStage()) as Stage

/** Puts the styles and fonts of all that was and will be loaded into a root; what it answers takes them out again. */
export const styleRoot = async (root: Document | ShadowRoot): Promise<() => void> =>
  (await loadInside()).styleRoot(root)
