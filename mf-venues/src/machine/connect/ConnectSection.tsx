import { pageConfig } from '@multiball/shared/client'
import type { VenueMachine } from '@multiball/shared/schema'
import { Button, CopyButton, Tabs } from '@multiball/shared/ui'
import { useRef, useState } from 'react'
import { Folded } from '../../Folded'
import { newUuid } from '../../newUuid'
import { BridgeLink, GuestsLink } from '../../ways/links'
import { Ways } from '../../ways/Ways'
import { Section } from '../Section'
import parts from '../../parts.module.css'
import css from './ConnectSection.module.css'
import { Pair, Paired } from './Pairing'
import { exampleIn, keyPlaceholder, languages } from './examples'
import type { Language } from './examples'
import { KeyBlock, type KeyBlockProps } from './KeyBlock'

interface ConnectSectionProps extends Omit<KeyBlockProps, 'kind' | 'id' | 'name' | 'hasKey'> {
  machine: VenueMachine
  /** a score is to be typed in */
  onAddScore(): void
}

/** What scores may come from; once something is in use, that stands first and the rest is put away. */
export function ConnectSection({ machine, onAddScore, ...props }: ConnectSectionProps) {
  const { shownKey, isNext, onChanged } = props
  const { id, venue, machine: title, has_key: hasKey = false, has_device: hasDevice = false } = machine
  // What was pressed goes: reading goes on here.
  const top = useRef<HTMLDivElement>(null)
  const changed = () => {
    onChanged()
    top.current?.focus()
  }
  const pair = <Pair id={id} onChanged={changed} />
  const ways = (
    <Ways
      key="ways"
      actions={{
        scorbit: pair,
        mpf: <BridgeLink venue={venue.id} kind="mpf" />,
        vector: <BridgeLink venue={venue.id} kind="vector" />,
        nothing: (
          <>
            <Button onPress={onAddScore}>Add a score by hand</Button>
            <GuestsLink venue={venue.id} />
          </>
        ),
      }}
    />
  )
  const or = (
    <div key="or" className={parts.or}>
      or
    </div>
  )
  const key = <KeyBlock key="key" kind="device" id={id} name={title.name} hasKey={hasKey} {...props} />
  const examples = (
    <Folded key="examples" title="Code examples: curl, Python, JavaScript">
      <Examples shownKey={shownKey} />
    </Folded>
  )
  const keyAlone = [
    key,
    examples,
    <Folded key="folded" title="Pair a device instead">
      {pair}
    </Folded>,
  ]
  return (
    <Section title={isNext ? 'Connect this machine' : 'Connection'}>
      <div className={css.all} ref={top} tabIndex={-1}>
        {hasKey && !hasDevice
          ? keyAlone
          : [hasDevice ? <Paired key="device" machine={machine} onChanged={changed} /> : ways, or, key, examples]}
      </div>
    </Section>
  )
}

/** A whole game in a few lines, with the machine's key filled in while it is shown. */
function Examples({ shownKey }: { shownKey: string | undefined }) {
  const [sessionUuid] = useState(newUuid)
  const server = pageConfig().apiHost || location.origin
  const codeOf = (language: Language) => exampleIn(language, { server, key: shownKey ?? keyPlaceholder, sessionUuid })
  return (
    <div className={css.examples}>
      <p className={css.words}>
        {shownKey === undefined
          ? `Replace ${keyPlaceholder} with the machine’s key.`
          : 'This machine’s key is filled in.'}{' '}
        The first line starts a game, the last one ends it.
      </p>
      <Tabs
        label="Language"
        tabs={languages.map((language) => ({
          id: language,
          label: language,
          content: (
            <>
              <pre className={parts.code} tabIndex={0} aria-label={`Example in ${language}`}>
                {codeOf(language)}
              </pre>
              <CopyButton text={codeOf(language)} what={language} />
            </>
          ),
        }))}
      />
    </div>
  )
}
