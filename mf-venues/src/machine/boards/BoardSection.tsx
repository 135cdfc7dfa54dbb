import { scoreboards } from '@multiball/shared/api'
import { Unread } from '@multiball/shared/queries'
import type { Read } from '@multiball/shared/queries'
import type { Scoreboard, VenueMachine } from '@multiball/shared/schema'
import { Banner, Button, Icon, LinkButton, Segmented } from '@multiball/shared/ui'
import { useState } from 'react'
import { sentenceOf } from '../../sentenceOf'
import { Section } from '../Section'
import css from './BoardSection.module.css'
import { scoreboardFor, shows, viewerPath } from './scoreboardFor'

interface BoardSectionProps {
  machine: VenueMachine
  /** all of the owner's */
  boards: Read<Scoreboard[]>
  isNext: boolean
  onShowOnTv(board: Scoreboard): void
}

const privacies = [
  { value: 'private', label: 'Private', icon: 'lock' },
  { value: 'public', label: 'Public', icon: 'globe' },
] as const
type Privacy = (typeof privacies)[number]['value']

const privacyWords: Record<Privacy, string> = {
  private: 'Only people with the link can see it.',
  public: 'Anyone can see it, and it’s listed on Home.',
}

/** The scoreboards that show the machine, and one more in one click. */
export function BoardSection({ machine, boards, isNext, onShowOnTv }: BoardSectionProps) {
  const [privacy, setPrivacy] = useState<Privacy>('private')
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const own = boards.loaded.type === 'ready' ? boards.loaded.value : []
  const showing = own.filter((board) => shows(board, machine.id))

  const make = async () => {
    setBusy(true)
    setFailure(undefined)
    try {
      await scoreboards.create(scoreboardFor(machine, privacy === 'public', new Set(own.map(({ title }) => title))))
      boards.refresh()
    } catch (error) {
      setFailure(sentenceOf(error))
    }
    setBusy(false)
  }

  return (
    <Section title={showing.length === 0 ? 'Put it on a TV' : 'Scoreboards'}>
      <Unread read={boards} what="your scoreboards" waiting={null} />
      {failure && <Banner tone="error">{failure}</Banner>}
      {showing.length > 0 && (
        <ul className={css.boards} aria-label="Scoreboards of this machine">
          {showing.map((board, at) => (
            <li key={board.id} className={css.board}>
              <Icon name={board.is_public ? 'globe' : 'lock'} />
              <span className={css.title}>{board.title}</span>
              <LinkButton href={viewerPath(board)} newTab variant="quiet" icon="view" aria-label={`View ${board.title}`}>
                View
              </LinkButton>
              <Button variant={isNext && at === 0 ? 'primary' : 'secondary'} icon="tv" aria-label={`Show on a TV: ${board.title}`} onPress={() => onShowOnTv(board)}>
                Show on a TV
              </Button>
            </li>
          ))}
        </ul>
      )}
      {boards.loaded.type === 'ready' && (
        <div className={css.make}>
          {showing.length > 0 && <h3 className={css.another}>Another scoreboard</h3>}
          <Segmented label="Privacy" isLabelHidden options={privacies} value={privacy} onChange={(chosen) => setPrivacy(chosen)} />
          <Button variant={isNext && showing.length === 0 ? 'primary' : 'secondary'} icon="scoreboard" isBusy={isBusy} onPress={() => void make()}>
            {showing.length === 0 ? 'Create a scoreboard' : 'Create another'}
          </Button>
          <p className={css.note}>{privacyWords[privacy]}</p>
        </div>
      )}
    </Section>
  )
}
