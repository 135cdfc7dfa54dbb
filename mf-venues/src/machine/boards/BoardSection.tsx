import { scoreboards } from '@multiball/shared/api'
import { Unread } from '@multiball/shared/queries'
import type { Read } from '@multiball/shared/queries'
import type { Scoreboard, ScoreboardInput, VenueMachine } from '@multiball/shared/schema'
import { Banner, Button, Icon, LinkButton, Segmented } from '@multiball/shared/ui'
import { useState } from 'react'
import { useMakeOnce } from '../../useMakeOnce'
import { useStep } from '../../useStep'
import { Section } from '../Section'
import css from './BoardSection.module.css'
import { scoreboardFor, shows, viewerPath } from './scoreboardFor'
import { listScoreboards } from './useScoreboards'

interface BoardSectionProps {
  owner: number
  machine: VenueMachine
  /** all of the owner's */
  boards: Read<Scoreboard[]>
  isNext: boolean
  onCreated(board: Scoreboard): void
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
export function BoardSection({ owner, machine, boards, isNext, onCreated, onShowOnTv }: BoardSectionProps) {
  const [privacy, setPrivacy] = useState<Privacy>('private')
  const { isBusy, failure, act } = useStep()
  const own = boards.loaded.type === 'ready' ? boards.loaded.value : []
  const showing = own.filter((board) => shows(board, machine.id))

  const createOnce = useMakeOnce<ScoreboardInput, Scoreboard>({
    list: () => listScoreboards(owner),
    make: scoreboards.create,
    // Not by its title, which is another one as soon as the list has the board whose answer was lost.
    isIt: (board, input) => shows(board, machine.id) && board.is_public === input.is_public,
    // The list may have come with that board, and then the button says something else.
    button: 'the button',
  })

  const make = async () => {
    const titles = new Set(own.map(({ title }) => title))
    await act(async () => onCreated(await createOnce(scoreboardFor(machine, privacy === 'public', titles))))
    void boards.refresh()
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
              <LinkButton
                href={viewerPath(board)}
                newTab
                variant="quiet"
                icon="view"
                aria-label={`View ${board.title}`}
              >
                View
              </LinkButton>
              <Button
                variant={isNext && at === 0 ? 'primary' : 'secondary'}
                icon="tv"
                aria-label={`Show on a TV: ${board.title}`}
                onPress={() => onShowOnTv(board)}
              >
                Show on a TV
              </Button>
            </li>
          ))}
        </ul>
      )}
      {boards.loaded.type === 'ready' && (
        <div className={css.make}>
          {showing.length > 0 && <h3 className={css.another}>Another scoreboard</h3>}
          <Segmented
            label="Privacy"
            isLabelHidden
            options={privacies}
            value={privacy}
            onChange={(chosen) => setPrivacy(chosen)}
          />
          <Button
            variant={isNext && showing.length === 0 ? 'primary' : 'secondary'}
            icon="scoreboard"
            isBusy={isBusy}
            onPress={() => void make()}
          >
            {showing.length === 0 ? 'Create a scoreboard' : 'Create another'}
          </Button>
          <p className={css.note}>{privacyWords[privacy]}</p>
        </div>
      )}
    </Section>
  )
}
