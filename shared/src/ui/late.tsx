import { lazy, Suspense, useState, type ComponentType, type ReactElement } from 'react'

/** A component that is loaded when it is drawn for the first time, or before. */
export type LateComponent<Props> = ComponentType<Props> & {
  /** asks for it before it is shown */
  prepare(): void
}

type Late<Props> = ((props: Props) => ReactElement) & {
  /** ends once it is there, or could not be had */
  prepare(): Promise<void>
}

/** React draws again what threw, at once: that is not somebody who tries again. */
const againMs = 1_000

/**
 * A component in a chunk of its own. One that did not come is asked for once more, then thrown; prepared anew, or drawn again
 * a second later or more, it is asked for anew. Once it is there, it is drawn at once.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  let loaded: ComponentType<Props> | undefined
  const ask = () =>
    (loading ??= load()
      .catch(load)
      .then((component) => (loaded = component))
      .catch((cause: unknown) => {
        loading = undefined
        throw cause
      }))

  // React keeps what a lazy component once became, failures too.
  const attempt = () =>
    lazy(async () => ({
      default: await ask().catch((cause: unknown) => {
        hasFailed = true
        setTimeout(renew, againMs)
        throw cause
      }),
    }))
  let Current: ComponentType<Props> = attempt()
  let hasFailed = false
  function renew(): void {
    if (hasFailed) Current = attempt()
    hasFailed = false
  }

  function Late(props: Props) {
    // Stays what it was drawn as, or React would forget its state.
    const [here] = useState(() => loaded)
    const Component = here ?? Current
    return <Component {...props} />
  }
  const prepare = async () => {
    renew()
    await ask().catch(() => {})
  }
  return Object.assign(Late, { prepare })
}

/** A late component over the page, which is away until it is open for the first time; the page does not wait for it. */
export function lateOverlay<Props extends { isOpen: boolean }>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  const Overlay = late(load)
  function LateOverlay(props: Props) {
    const [hasOpened, setOpened] = useState(props.isOpen)
    if (props.isOpen && !hasOpened) setOpened(true)
    return <Suspense>{hasOpened && <Overlay {...props} />}</Suspense>
  }
  return Object.assign(LateOverlay, { prepare: Overlay.prepare })
}
