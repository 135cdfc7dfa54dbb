import { hooks } from '@multiball/shared/api'
import { NoticeBanner, useNotice } from '@multiball/shared/pages'
import { Unread, useRead } from '@multiball/shared/queries'
import { useLocation } from '@multiball/shared/routing'
import type { Hook, HookWithSecret } from '@multiball/shared/schema'
import { Button, ConfirmDialog, LoadingRows, PageHeading, ShownSecret } from '@multiball/shared/ui'
import { useState } from 'react'
import { idIn } from '../ids'
import { removePart } from '../removal'
import { sentenceOf } from '../sentenceOf'
import { HookForm } from './HookForm'
import { HookSection } from './HookSection'
import css from './HooksPage.module.css'
import { subjectOf } from './words'

const lookAgainMs = 5_000

type Question = { hook: Hook; what: 'remove' | 'renew' }

/** What is told of moments to programs and channels of the owner's choice. */
export function HooksPage({ owner }: { owner: number }) {
  const venue = idIn(new URLSearchParams(useLocation().search).get('venue') ?? undefined)
  const read = useRead(['hooks'], hooks.list, {
    everyMs: (known) => (known.some(({ waiting }) => waiting > 0) ? lookAgainMs : undefined),
  })
  const { loaded, refresh } = read
  const [notice, setNotice] = useNotice()
  const [made, setMade] = useState<HookWithSecret>()
  const [asked, setAsked] = useState<Question>()
  const [isAdding, setAdding] = useState(false)
  const own = loaded.type === 'ready' ? loaded.value : []

  const remove = ({ id }: Hook) => {
    setAsked(undefined)
    void removePart({
      part: `hook-${id}`,
      done: 'Webhook removed!',
      remove: () => hooks.remove(id),
      tell: setNotice,
      refresh,
    })
  }

  const renew = async (hook: Hook) => {
    setAsked(undefined)
    try {
      setMade(await hooks.renewSecret(hook.id))
    } catch (error) {
      setNotice({ text: sentenceOf(error), tone: 'error' })
    }
    await refresh()
  }

  const isForm = isAdding || (loaded.type === 'ready' && own.length === 0)
  return (
    <>
      <PageHeading
        title="Webhooks"
        breadcrumb={{ label: 'Venues', to: '/venues' }}
        actions={
          !isForm &&
          loaded.type === 'ready' && (
            <Button variant="primary" onPress={() => setAdding(true)}>
              + Add Webhook
            </Button>
          )
        }
      />
      <NoticeBanner notice={notice} onDismiss={() => setNotice(undefined)} />
      <p className={css.lead}>
        A webhook posts every moment, such as a new record, to an address of your choice: a program of yours, or a
        channel of Discord.
      </p>
      <Unread read={read} what="your webhooks" waiting={<LoadingRows label="Loading your webhooks" />} />
      {isForm && (
        <HookForm
          owner={owner}
          venue={venue}
          onAdded={(hook) => {
            setAdding(false)
            setMade(hook)
            setNotice({ text: 'Webhook added! Send a test to see whether it arrives.', tone: 'success' })
            void refresh()
          }}
          onCancel={own.length > 0 ? () => setAdding(false) : undefined}
        />
      )}
      {own.map((hook) => (
        <HookSection
          key={hook.id}
          hook={hook}
          now={new Date()}
          onTried={() => void refresh()}
          onRenew={() => setAsked({ hook, what: 'renew' })}
          onRemove={() => setAsked({ hook, what: 'remove' })}
        >
          {made?.id === hook.id && made.shape === 'multiball' && (
            <ShownSecret label="Secret" what="secret" value={made.secret} onStored={() => setMade(undefined)}>
              This is the only time the secret is shown. <strong>Copy it now.</strong> Your program checks with it that
              a post is from here.
            </ShownSecret>
          )}
        </HookSection>
      ))}
      <ConfirmDialog
        title="Are you sure?!"
        confirmLabel={asked?.what === 'renew' ? 'Make a new secret' : 'Remove'}
        isOpen={asked !== undefined}
        onConfirm={() => asked && (asked.what === 'renew' ? void renew(asked.hook) : remove(asked.hook))}
        onCancel={() => setAsked(undefined)}
        closesOnBack
      >
        <p>
          {asked?.what === 'renew' ? (
            'Posts are signed with the new secret, and for a day with the old one, too.'
          ) : (
            <>
              Nothing more of <strong>{asked && subjectOf(asked.hook)}</strong> is posted to this address.
            </>
          )}
        </p>
      </ConfirmDialog>
    </>
  )
}
