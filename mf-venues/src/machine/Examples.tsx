import { pageConfig } from '@multiball/shared/client'
import { CopyButton, Tabs } from '@multiball/shared/ui'
import { useState } from 'react'
import css from './Examples.module.css'
import { exampleIn, keyPlaceholder, languages } from './examples'
import type { Language } from './examples'
import { newSessionUuid } from './testGame'

/** A whole game in a few lines, with the machine's key filled in while it is shown. */
export function Examples({ shownKey }: { shownKey: string | undefined }) {
  const [sessionUuid] = useState(newSessionUuid)
  const server = pageConfig().apiHost || location.origin
  const codeOf = (language: Language) => exampleIn(language, { server, key: shownKey ?? keyPlaceholder, sessionUuid })
  return (
    <div className={css.examples}>
      <p className={css.words}>
        {shownKey === undefined ? `Replace ${keyPlaceholder} with the machine’s key.` : 'This machine’s key is filled in.'} The first line starts a game, the last one ends it.
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
