import { lazy, type ComponentType } from 'react'

/** A component that is loaded when it is drawn for the first time, or before. */
export type LateComponent<Props> = ComponentType<Props> & {
  /** asks for it before it is shown */
  prepare(): void
}

/** React draws again what threw, at once: that is not somebody who tries again. */
const againMs = 1_000

/**
 * A component in a chunk of its own. One that did not come is asked for once more, then thrown; drawn again a second later or
 * more, it is asked for anew.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): LateComponent<Props> {
  let loading: Promise<ComponentType<Props>> | undefined
  const ask = () =>
    (loading ??= load()
      .catch(load)
      .catch((cause: unknown) => {
        loading = undefined
        throw cause
      }))

  // React keeps what a lazy component once became, failures too.
  const attempt = () =>
    lazy(async () => ({
      default: await ask().catch((cause: unknown) => {
        setTimeout(() => {
          Current = attempt()
        }, againMs)
        throw cause
      }),
    }))
  let Current = attempt()

  return Object.assign((props: Props) => <Current {...props} />, { prepare: () => void ask().catch(() => {}) })
}
