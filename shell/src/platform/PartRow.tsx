import type { PlatformChange, PlatformPart, PlatformVersion } from '@multiball/shared/schema'
import { Button, Menu, MenuItem, styles } from '@multiball/shared/ui'
import type { ReactNode } from 'react'
import css from './Platform.module.css'
import { healthOf, isWorrying, published } from './sayVersion'

/** A change, without the revision that it is decided on. */
export type Step = Omit<PlatformChange, 'rev'>

interface PartRowProps {
  part: PlatformPart
  isBusy: boolean
  /** `done`: what is said once it is done */
  onChange(step: Step, done: string): void
  /** wants a link that shows this version to a reviewer */
  onReview(version: string): void
}

const shares = [5, 25, 50]
/** They have no canary and are not switched off. */
const isRemote = ({ name }: PlatformPart) => name !== 'shell' && name !== 'embed'

/** One part: what of it runs and how it does, one press to take the last step back, and its other versions. */
export function PartRow({ part, isBusy, onChange, onReview }: PartRowProps) {
  const { name, enabled, canary, rolls_back_to: target, versions, kept } = part
  const find = (version: string | undefined) => versions.find((one) => one.version === version)
  const given = versions.find(({ standing }) => standing === 'active')
  const others = versions.filter(({ standing }) => standing === 'previous' || standing === 'stored')
  const hidden = kept - versions.length
  return (
    <li className={css.part}>
      <div className={css.head}>
        <h2 className={css.name}>{name}</h2>
        {!enabled && <span className={css.off}>Switched off</span>}
        <div className={styles.rowActions}>
          {target !== null && (
            <Button
              icon="retry"
              isBusy={isBusy}
              aria-label={canary ? `Take back the canary of ${name}` : `Roll back ${name} to ${target}`}
              onPress={() =>
                onChange(
                  { name, action: 'rollback' },
                  canary
                    ? `The canary of ${name} is taken back: everybody gets ${target}.`
                    : `${name} is rolled back: new visits get ${target}.`,
                )
              }
            >
              {canary ? 'Take back' : 'Roll back'}
            </Button>
          )}
          {isRemote(part) && (
            <Menu label={`More for ${name}`}>
              {enabled ? (
                <MenuItem
                  icon="lock"
                  tone="danger"
                  onPress={() => onChange({ name, action: 'disable' }, `${name} is switched off.`)}
                >
                  Switch off
                </MenuItem>
              ) : (
                <MenuItem icon="play" onPress={() => onChange({ name, action: 'enable' }, `${name} is switched on.`)}>
                  Switch on
                </MenuItem>
              )}
            </Menu>
          )}
        </div>
      </div>
      <Version label="Active" version={given} isReported={isRemote(part)} />
      {canary && (
        <Version label={`Canary, ${canary.percent}%`} version={find(canary.version)} isReported>
          <VersionMenu part={part} version={canary.version} onChange={onChange} onReview={onReview} />
        </Version>
      )}
      {others.length > 0 && (
        <details className={css.others}>
          <summary>{`${others.length} ${given ? 'other' : 'stored'} version${others.length === 1 ? '' : 's'}`}</summary>
          {others.map((other) => (
            <Version
              key={other.version}
              label={other.standing === 'previous' ? 'Before' : 'Stored'}
              version={other}
              isReported={isRemote(part)}
            >
              <VersionMenu part={part} version={other.version} onChange={onChange} onReview={onReview} />
            </Version>
          ))}
          {hidden > 0 && <p className={css.detail}>And {hidden} older.</p>}
        </details>
      )}
    </li>
  )
}

interface VersionProps {
  label: string
  version: PlatformVersion | undefined
  /** pages report how it does */
  isReported: boolean
  children?: ReactNode
}

function Version({ label, version, isReported, children }: VersionProps) {
  if (!version) return null
  return (
    <div className={css.version}>
      <span className={css.label}>{label}</span>
      <span className={css.what}>
        <span className={css.number}>{version.version}</span>
        <span className={css.detail}>{published(version)}</span>
      </span>
      <span className={css.health} data-worrying={isWorrying(version) || undefined}>
        {isReported && healthOf(version)}
      </span>
      <span className={css.more}>{children}</span>
    </div>
  )
}

interface VersionMenuProps extends Pick<PartRowProps, 'part' | 'onChange' | 'onReview'> {
  version: string
}

function VersionMenu({ part, version, onChange, onReview }: VersionMenuProps) {
  const { name, canary } = part
  const percent = canary?.version === version ? canary.percent : undefined
  return (
    <Menu label={`More for ${name} ${version}`}>
      <MenuItem
        icon="check"
        onPress={() =>
          onChange({ name, action: 'promote', version }, `${name} ${version} is active: new visits get it.`)
        }
      >
        Make active
      </MenuItem>
      {/* The others have nothing else before there is an active one. */}
      {isRemote(part) &&
        part.versions.some(({ standing }) => standing === 'active') &&
        shares
          .filter((one) => one !== percent)
          .map((one) => (
            <MenuItem
              key={one}
              icon="users"
              onPress={() =>
                onChange(
                  { name, action: 'promote', version, percent: one },
                  `${one}% of visitors get ${name} ${version}.`,
                )
              }
            >
              {`Give it to ${one}%`}
            </MenuItem>
          ))}
      {isRemote(part) && (
        <MenuItem icon="view" onPress={() => onReview(version)}>
          Link for a reviewer
        </MenuItem>
      )}
    </Menu>
  )
}
