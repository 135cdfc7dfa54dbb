import { displaysOf, startDisplay } from '@multiball/shared/boards'
import { EmbeddedBoard, pause, whenShowable } from '@multiball/shared/embedding'
import { browserEnvironment, watchBoard, type BoardAddress } from '@multiball/shared/live'
import { remoteForDisplay } from '@multiball/shared/remotes'
import { isLiveBoardType, readLanguage } from '@multiball/shared/schema'
import { createStore, Provider } from 'jotai'
import { createElement, startTransition } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import type { Look, Mounted, MountOptions, OnEvent } from '../contract'
import rootCss from './root.module.css'
import type { Styles } from './Styles'

interface Surroundings {
  styles: Styles
  /** asks for an expose's files before they are needed */
  warm(remote: string, expose: string): void
}

const ignore = () => {}

/** One for all boards of a page, so that a board that is shown twice is watched once. */
const store = createStore()

/** A shadow root inside an element, or the one that was given; `leave` takes out what was put in. */
function standIn(place: HTMLElement | ShadowRoot): { root: ShadowRoot; leave(): void } {
  if (place instanceof ShadowRoot) return { root: place, leave: () => {} }
  const frame = document.createElement('div')
  // The page's rules reach this element, and nothing below it.
  frame.style.cssText =
    'all:initial!important;visibility:inherit!important;display:block!important;width:100%!important;height:100%!important'
  const root = frame.attachShadow({ mode: 'open' })
  place.append(frame)
  return { root, leave: () => void frame.parentNode?.removeChild(frame) }
}

/** Listeners of a partner must not harm the board: what they throw is theirs, said when the board is done. */
const careful =
  (tell: OnEvent | undefined): OnEvent =>
  (event, detail) => {
    try {
      tell?.(event, detail)
    } catch (thrown) {
      setTimeout(() => {
        throw thrown
      })
    }
  }

/** Starts what a board needs: its files, its displays and its scores. @returns ends the watch of its scores */
function begin(address: BoardAddress, warm: Surroundings['warm']): () => void {
  for (const needed of displaysOf(address.type)) {
    const remote = remoteForDisplay(needed)
    if (remote) warm(remote, './display')
    void startDisplay(store, needed)
  }
  return isLiveBoardType(address.type) ? watchBoard(store, address, browserEnvironment) : () => {}
}

/** Shows one live board. */
export function mountBoard(
  place: HTMLElement | ShadowRoot,
  options: MountOptions,
  { styles, warm }: Surroundings,
): Mounted {
  const { type, board: id, key } = options
  const address: BoardAddress = { type, id, key }
  const end = begin(address, warm)
  const { root, leave } = standIn(place)
  const release = styles.keepIn(root)
  const container = document.createElement('div')
  container.className = rootCss.root ?? ''
  root.append(container)
  const onEvent = careful(options.onEvent)
  let look: Look & { title?: string } = options
  let react: Root | undefined
  let isMounted = true
  const render = () => {
    if (!isMounted || !react) return
    container.lang = readLanguage(look.lang ?? '') ?? 'en'
    startTransition(() =>
      react!.render(createElement(Provider, { store }, createElement(EmbeddedBoard, { address, look, onEvent }))),
    )
  }
  const endWait = whenShowable(store, address, async () => {
    await pause()
    if (!isMounted) return
    // What React would say is told by the error event; the console is the partner's.
    react = createRoot(container, { onCaughtError: ignore, onUncaughtError: ignore, onRecoverableError: ignore })
    render()
  })
  return {
    update(given) {
      look = { ...look, ...given }
      render()
    },
    unmount() {
      if (!isMounted) return
      isMounted = false
      endWait()
      react?.unmount()
      end()
      container.remove()
      leave()
      release()
    },
  }
}
