import { apiTokens } from '@multiball/shared/api'
import { ApiError, failureWords } from '@multiball/shared/client'
import { Unread, useRead } from '@multiball/shared/queries'
import { tokenScopes, type ApiToken, type NewApiToken, type TokenScope } from '@multiball/shared/schema'
import { Banner, Button, ConfirmDialog, Segmented, ShownSecret, styles, Switch, TextField } from '@multiball/shared/ui'
import { useState } from 'react'
import { useFields } from '../fields/useFields'
import { ChangeForm } from './ChangeSection'
import { Entry, Section, useGoOn } from './Section'
import css from './Section.module.css'

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })
const dayMs = 86_400_000

const may: Record<TokenScope, { label: string; description: string; words: string }> = {
  read: {
    label: 'Read',
    description: 'What you can see: boards, venues, machines, games and TVs.',
    words: 'reads',
  },
  scores: { label: 'Scores', description: 'Add, correct and remove scores on your machines.', words: 'scores' },
  boards: { label: 'Boards', description: 'Make, change and delete boards.', words: 'boards' },
  tvs: { label: 'TVs', description: 'Pair, change, control and remove TVs.', words: 'TVs' },
}

const ends = [
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: 'never', label: 'No end' },
] as const

/** What the owner's scripts and programs show in place of a login. */
export function ApiTokensSection() {
  const read = useRead(['apiTokens'], apiTokens.list)
  const list = read.loaded.type === 'ready' ? read.loaded.value : undefined
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<NewApiToken>()
  const [asked, setAsked] = useState<ApiToken>()
  const [failure, setFailure] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { heading, goOn } = useGoOn()

  const revoke = async ({ id }: ApiToken) => {
    setBusy(true)
    // One that is gone already is what was wanted.
    const failed = await apiTokens.revoke(id).then(
      () => undefined,
      (error: unknown) => (error instanceof ApiError && error.status === 404 ? undefined : failureWords(error)),
    )
    setFailure(failed)
    if (made?.id === id) setMade(undefined)
    await read.refresh()
    setBusy(false)
    setAsked(undefined)
    if (failed === undefined) goOn()
  }

  const more = list ? list.count - list.results.length : 0
  return (
    <Section title="API tokens" heading={heading}>
      <p className={css.words}>
        For your own scripts and programs. A token does what you choose here, and nothing to your account.
      </p>
      {failure && <Banner tone="error">{failure}</Banner>}
      <Unread read={read} what="your API tokens" />
      {made && (
        <ShownSecret
          label="API token"
          what="token"
          value={made.token}
          use="Your program sends it in the header Authorization, as “Token” and a blank before it."
          onStored={() => {
            setMade(undefined)
            goOn()
          }}
        >
          This is the only time the token of {made.name} is shown. <strong>Copy it now.</strong>
        </ShownSecret>
      )}
      {list && list.count > 0 && (
        <ul className={`${styles.frame} ${css.list}`}>
          {list.results.map((token) => (
            <Entry
              key={token.id}
              name={token.name}
              detail={wordsOf(token)}
              action={{ word: 'Revoke', label: `Revoke ${token.name}`, onPress: () => setAsked(token) }}
            />
          ))}
        </ul>
      )}
      {more > 0 && <p className={css.words}>And {more} more.</p>}
      {isOpen ? (
        <TokenForm
          onMade={(token) => {
            setMade(token)
            setOpen(false)
            goOn()
            void read.refresh()
          }}
          onCancel={() => {
            setOpen(false)
            goOn()
          }}
        />
      ) : (
        <Button icon="key" onPress={() => setOpen(true)}>
          Make an API token
        </Button>
      )}
      <ConfirmDialog
        title={`Revoke ${asked?.name ?? 'the token'}?`}
        confirmLabel="Revoke"
        isOpen={asked !== undefined}
        isBusy={isBusy}
        onConfirm={() => void (asked && revoke(asked))}
        onCancel={() => setAsked(undefined)}
        closesOnBack
      >
        <p>The program that uses it will be rejected at once. What it has made stays.</p>
      </ConfirmDialog>
    </Section>
  )
}

/** Such as `Reads, boards. Last used 3 Nov 2026. Ends 29 Nov 2027`. */
function wordsOf({ scopes, used_at, expires_at }: ApiToken): string {
  const allowed = scopes.map((scope) => may[scope].words).join(', ')
  const end = expires_at === null ? undefined : new Date(expires_at)
  const ending = end && `${end.getTime() > Date.now() ? 'Ends' : 'Ended'} ${day.format(end)}`
  return [
    `${allowed.charAt(0).toUpperCase()}${allowed.slice(1)}`,
    used_at === null ? 'Never used' : `Last used ${day.format(new Date(used_at))}`,
    ending ?? 'No end',
  ].join('. ')
}

interface TokenValues {
  name: string
  scopes: readonly TokenScope[]
  expires_at: (typeof ends)[number]['value']
}

function TokenForm({ onMade, onCancel }: { onMade(token: NewApiToken): void; onCancel(): void }) {
  const { field, form } = useFields<TokenValues>({
    initial: { name: '', scopes: ['read'], expires_at: '365' },
    check: ({ name, scopes }) => ({
      name: name.trim() === '' ? 'Please enter a name, such as the program that uses it' : undefined,
      scopes: scopes.length === 0 ? 'Choose what the token may do' : undefined,
    }),
    send: async ({ name, scopes, expires_at }) =>
      onMade(
        await apiTokens.make({
          name,
          scopes: [...scopes],
          expires_at: expires_at === 'never' ? null : new Date(Date.now() + Number(expires_at) * dayMs).toISOString(),
        }),
      ),
  })
  const { value: chosen, error, onChange } = field('scopes')
  return (
    <ChangeForm label="Make an API token" submitLabel="Make the token" onCancel={onCancel} {...form}>
      <TextField label="Name" description="Such as the program that uses it." isRequired {...field('name')} />
      <fieldset className={css.choices} data-field="scopes">
        <legend>What it may do</legend>
        {tokenScopes.map((scope) => (
          <Switch
            key={scope}
            label={may[scope].label}
            description={may[scope].description}
            isSelected={chosen.includes(scope)}
            onChange={(isOn) => onChange(tokenScopes.filter((one) => (one === scope ? isOn : chosen.includes(one))))}
          />
        ))}
        {error && (
          <p className={css.wrong} role="alert">
            {error}
          </p>
        )}
      </fieldset>
      <Segmented label="It works for" options={ends} {...field('expires_at')} />
    </ChangeForm>
  )
}
