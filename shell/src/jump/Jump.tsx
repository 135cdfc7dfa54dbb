import { reportThrown } from '@multiball/shared/remotes'
import { Icon, late } from '@multiball/shared/ui'
import { Suspense, useState } from 'react'
import { Boundary } from '../failure/Boundary'
import css from './Jump.module.css'
import { JumpNotice, type Said } from './JumpNotice'
import { isApple, useKeys } from './keys'
import { PullDown } from './PullDown'

const loadDialogs = () => import('./dialogs')
const JumpDialog = late(async () => (await loadDialogs()).JumpDialog)
const KeysDialog = late(async () => (await loadDialogs()).KeysDialog)
const prepare = () => {
  void JumpDialog.prepare()
  void KeysDialog.prepare()
}

/** Leads to every place and action: a button, Ctrl K and, on phones, pulling the page down. What it opens is loaded when it is reached for. */
export function Jump() {
  const [shown, setShown] = useState<'jump' | 'keys'>()
  // Once opened it stays, with what it knows.
  const [hasOpened, setOpened] = useState(false)
  /** what was typed before the dialog was there */
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState<Said>()
  const open = () => {
    // One that could not be had is asked for anew.
    prepare()
    setSaid(undefined)
    setTyped('')
    setOpened(true)
    setShown('jump')
  }
  const close = () => setShown(undefined)
  const showKeys = () => {
    prepare()
    setSaid(undefined)
    const show = () => setShown('keys')
    if (!(history.state as { overlay?: boolean } | null)?.overlay) return show()
    // Going back from the entry of the dialog that closes would close the next one too.
    close()
    window.addEventListener('popstate', show, { once: true })
  }
  const fail = (thrown: unknown) => {
    reportThrown(thrown)
    close()
    setOpened(false)
    setSaid({
      text: shown === 'keys' ? 'The list of keys couldn’t load. Try again.' : 'Jump couldn’t load. Try again.',
      tone: 'error',
    })
  }
  useKeys({
    isAskedFor: shown !== undefined,
    onType: (letter) => setTyped((before) => before + letter),
    onPrepare: prepare,
    onKeys: showKeys,
    onJump: () => {
      if (shown === 'jump') close()
      // Another dialog waits for its answer first.
      else if (!document.querySelector('[role=dialog], [role=alertdialog]')) open()
    },
  })
  return (
    <>
      <button
        type="button"
        className={css.open}
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        aria-label="Jump to"
        onClick={open}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <Icon name="search" />
        <span className={css.words}>Jump to</span>
        {/* Drawn, and no part of what the button is called: aria-keyshortcuts says it. */}
        <span className={css.key} data-keys={isApple ? '⌘ K' : 'Ctrl K'} aria-hidden="true" />
      </button>
      <PullDown onPull={prepare} onRelease={open} />
      <Boundary fallback={null} resetKey={shown} onThrow={fail}>
        <Suspense>
          {hasOpened && <JumpDialog isOpen={shown === 'jump'} typed={typed} onClose={close} onShowKeys={showKeys} />}
          {shown === 'keys' && <KeysDialog onClose={close} />}
        </Suspense>
      </Boundary>
      <JumpNotice said={said} onDismiss={() => setSaid(undefined)} />
    </>
  )
}
