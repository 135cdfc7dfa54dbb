import { pageConfig } from '@multiball/shared/client'
import type { VenueMachine } from '@multiball/shared/schema'
import { CopyButton, Tabs } from '@multiball/shared/ui'
import { Fragment, useState } from 'react'
import { Folded } from '../../Folded'
import { newUuid } from '../../newUuid'
import { Section } from '../Section'
import css from './ConnectSection.module.css'
import { DeviceBlock } from './DeviceBlock'
import { exampleIn, keyPlaceholder, languages } from './examples'
import type { Language } from './examples'
import { KeyBlock, type KeyBlockProps } from './KeyBlock'

interface ConnectSectionProps extends Omit<KeyBlockProps, 'kind' | 'id' | 'name' | 'hasKey'> {
  machine: VenueMachine
}

/** The two ways in which scores come from a machine; once one is in use, it stands first and the other is put away. */
export function ConnectSection({ machine, ...props }: ConnectSectionProps) {
  const { shownKey, isNext, onChanged } = props
  const device = <DeviceBlock machine={machine} onChanged={onChanged} />
  const { id, machine: title, has_key: hasKey = false } = machine
  const key = <KeyBlock key="key" kind="device" id={id} name={title.name} hasKey={hasKey} {...props} />
  const examples = (
    <Folded key="examples" title="Code examples: curl, Python, JavaScript">
      <Examples shownKey={shownKey} />
    </Folded>
  )
  const both = [
    <Fragment key="device">{device}</Fragment>,
    <div key="or" className={css.or}>
      or
    </div>,
    key,
    examples,
  ]
  const keyAlone = [
    key,
    examples,
    <Folded key="folded" title="Pair a device instead">
      {device}
    </Folded>,
  ]
  return (
    <Section title={isNext ? 'Connect this machine' : 'Connection'}>
      {machine.has_key && !machine.has_device ? keyAlone : both}
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
              <pre className={css.code} tabIndex={0} aria-label={`Example in ${language}`}>
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
