import { streamboards } from '@multiball/shared/api'
import { BoardScreen } from '@multiball/shared/boards'
import { ScaledScreen } from '@multiball/shared/forms'
import { noticeState } from '@multiball/shared/pages'
import { Unread, useRead } from '@multiball/shared/queries'
import { Navigate, useParams } from '@multiball/shared/routing'
import type { Streamboard, StreamControl } from '@multiball/shared/schema'
import {
  Banner,
  Button,
  Dialog,
  hasSingleKeys,
  LinkButton,
  PageHeading,
  Segmented,
  SingleKeysSwitch,
  styles,
  Switch,
} from '@multiball/shared/ui'
import { useState } from 'react'
import { display } from '../display'
import { canvasOf } from '../display/arrange/canvas'
import { matchAt, seatsOf, swapped, textsOf, type Seat } from './changes'
import css from './ControlPage.module.css'
import { LooksFields } from './LooksFields'
import { LiveText, NameField } from './NameField'
import { matchLine } from './queue'
import { QueueField } from './QueueField'
import { useControl, type Control } from './useControl'
import { keyList, useKeys } from './useKeys'

const list = '/streamboards'
const refused = 'You do not authorized to edit the requested resource.'

/** The page from which an owner runs a show: whatever is changed here is on the stream at once. */
export function ControlPage({ owner }: { owner: number }) {
  const id = Number(useParams().id)
  const isId = Number.isSafeInteger(id)
  const read = useRead(isId ? ['board', 'streamboard', id] : undefined, (signal) => streamboards.get(id, signal))
  const { loaded } = read
  if (!isId || loaded.type === 'missing') return <Navigate to={list} replace state={noticeState('Item not found.')} />
  if (loaded.type !== 'ready') {
    return (
      <>
        <PageHeading title="Control panel" breadcrumb={{ label: 'Streamboards', to: list }} />
        <Unread read={read} what="the control panel" />
      </>
    )
  }
  const isOwn = loaded.value.user_roles.some(({ user, role }) => role === 'owner' && user.id === owner)
  return isOwn ? <Panel key={id} board={loaded.value} /> : <Navigate to={list} replace state={noticeState(refused)} />
}

function Panel({ board }: { board: Streamboard }) {
  const control = useControl(board.id)
  return (
    <>
      <PageHeading
        title={`Control ${board.title}`}
        breadcrumb={{ label: 'Streamboards', to: list }}
        actions={
          <LinkButton to={`${list}/${board.id}/edit`} icon="edit">
            Settings
          </LinkButton>
        }
      />
      <Unread read={control.read} what="the control panel" />
      {control.control && <Controls {...control} control={control.control} />}
    </>
  )
}

type ControlsProps = Control & { control: StreamControl }

const counts = (['1', '2', '3', '4'] as const).map((value) => ({ value, label: value }))

function Controls({ control, live, outgoing, change }: ControlsProps) {
  const [isHelpOpen, setHelpOpen] = useState(false)
  const [hasKeys, setHasKeys] = useState(hasSingleKeys)
  const { config_json: config, is_hidden, is_frozen, holds_moments, match } = control
  const next = matchAt(control, match + 1)
  const back = matchAt(control, match - 1)
  const swap = swapped(config)
  const acts = {
    swap: () => swap && change(swap),
    next: () => next && change(next),
    back: () => back && change(back),
    hide: () => change({ is_hidden: !is_hidden }),
    freeze: () => change({ is_frozen: !is_frozen }),
  }
  useKeys({ ...acts, help: () => setHelpOpen(true) })
  const seats = seatsOf(config)

  return (
    <div className={css.panel}>
      <div className={css.columns}>
        <aside className={css.stage} aria-label="On the stream">
          <OnAir control={control} live={live} />
        </aside>
        <div className={css.fields}>
          {outgoing.state === 'refused' && <Banner tone="error">Not sent: {outgoing.message}</Banner>}
          <section className={css.section} aria-labelledby="control-players">
            <h2 id="control-players" className={css.title}>
              Players
            </h2>
            {config.type === 'oneUp' && (
              <Segmented
                label="How many"
                options={counts}
                value={String(seats.length) as (typeof counts)[number]['value']}
                onChange={(count) => change({ numPlayers: Number(count) })}
              />
            )}
            {seats.map((seat, at) => (
              <PlayerFields
                key={`${seat.station} ${seat.player}`}
                seat={seat}
                number={at + 1}
                {...{ config, change }}
              />
            ))}
          </section>
          <QueueField control={control} change={change} onBack={back ? acts.back : undefined} />
          <Switch
            label="Hold back moments"
            description="A record on these machines is then not announced on the overlay."
            isSelected={holds_moments ?? false}
            onChange={(holds) => change({ holds_moments: holds })}
          />
          <LooksFields config={config} players={seats.length} change={change} />
        </div>
      </div>
      <div className={`${styles.footBar} ${css.bar}`} data-keys={hasKeys || undefined}>
        <p className={css.state} role="status" data-state={outgoing.state}>
          {stateWords(outgoing.state, control, live.connection)}
        </p>
        <div className={css.acts} role="group" aria-label="Show">
          <Button isDisabled={!swap} aria-label="Swap sides" onPress={acts.swap}>
            Swap <KeyMark of="S" />
          </Button>
          <Button
            isDisabled={!next}
            aria-label={next ? `Next match: ${matchLine(control.matches[match + 1]!)}` : 'Next match'}
            onPress={acts.next}
          >
            Next <KeyMark of="N" />
          </Button>
          <Button
            variant={is_hidden ? 'primary' : 'secondary'}
            aria-label={is_hidden ? 'Show overlay' : 'Hide overlay'}
            onPress={acts.hide}
          >
            {is_hidden ? 'Show' : 'Hide'} <KeyMark of="H" />
          </Button>
          <Button
            variant={is_frozen ? 'primary' : 'secondary'}
            aria-label={is_frozen ? 'Unfreeze scores' : 'Freeze scores'}
            onPress={acts.freeze}
          >
            {is_frozen ? 'Unfreeze' : 'Freeze'} <KeyMark of="F" />
          </Button>
        </div>
        <span className={css.help}>
          <Button variant="quiet" aria-label="Keys" onPress={() => setHelpOpen(true)}>
            Keys <KeyMark of="?" />
          </Button>
        </span>
      </div>
      <Dialog title="Keys" isOpen={isHelpOpen} onClose={() => setHelpOpen(false)}>
        <dl className={css.keys}>
          {keyList.map(({ keys, what }) => (
            <div key={keys}>
              <dt>
                <kbd className={css.key}>{keys}</kbd>
              </dt>
              <dd>{what}</dd>
            </div>
          ))}
        </dl>
        <SingleKeysSwitch isOn={hasKeys} onChange={setHasKeys} />
      </Dialog>
    </div>
  )
}

/** How it stands with what was changed, and with what is on the stream. */
function stateWords(
  state: Control['outgoing']['state'],
  { is_hidden, is_frozen, holds_moments }: StreamControl,
  connection: Control['live']['connection'],
): string {
  if (state === 'unsent') return 'Not sent yet. Trying again…'
  if (state === 'refused') return 'Not all was sent. See what is wrong above.'
  if (state === 'sending') return 'Sending…'
  if (connection === 'offline') return 'No connection to the server.'
  const what = [is_hidden && 'hidden', is_frozen && 'scores frozen', holds_moments && 'moments held back']
    .filter(Boolean)
    .join(', ')
  return what === '' ? 'On the stream. Changes show at once.' : `Overlay: ${what}.`
}

/** What the overlay shows now, with what is still on its way; what is hidden is only dimmed. */
function OnAir({
  control: { config_json, is_hidden, is_frozen, holds_moments, revision },
  live: { bootstrap, scores, connection },
}: Pick<ControlsProps, 'control' | 'live'>) {
  const { width, height } = canvasOf(config_json)
  const shown = scores ?? bootstrap?.scores
  const state = shown && {
    ...shown,
    control: { revision, is_hidden: false, holds_moments: holds_moments || is_frozen, config_json },
  }
  return (
    <div className={css.onAir} data-hidden={is_hidden || undefined}>
      <ScaledScreen width={width} height={height}>
        <div className={css.footage}>
          {bootstrap && <BoardScreen display={display} bootstrap={bootstrap} scores={state} connection={connection} />}
        </div>
      </ScaledScreen>
      <div className={css.marks}>
        {is_hidden && <span className={css.mark}>Hidden</span>}
        {is_frozen && <span className={css.mark}>Scores frozen</span>}
      </div>
    </div>
  )
}

interface PlayerFieldsProps {
  seat: Seat
  number: number
  config: StreamControl['config_json']
  change: Control['change']
}

function PlayerFields({ seat, number, config, change }: PlayerFieldsProps) {
  const { playerName, playerInfo, playerAddress } = textsOf(config, seat)
  return (
    <div className={`${styles.frame} ${css.player}`} role="group" aria-label={`Player ${number}`}>
      <NameField
        number={number}
        label={`Player ${number}`}
        placeholder="From the game"
        value={playerName}
        onChange={(name) => change({ players: [{ ...seat, playerName: name }] })}
      />
      <div className={css.two}>
        <LiveText
          label="Info"
          placeholder="Pronouns or team"
          value={playerInfo}
          onChange={(text) => change({ players: [{ ...seat, playerInfo: text }] })}
        />
        <LiveText
          label="Address"
          placeholder="Town or @handle"
          value={playerAddress}
          onChange={(text) => change({ players: [{ ...seat, playerAddress: text }] })}
        />
      </div>
    </div>
  )
}

/** The key of a button: drawn, and no part of what the button is called. */
const KeyMark = ({ of }: { of: string }) => <kbd className={css.key} data-key={of} aria-hidden="true" />
