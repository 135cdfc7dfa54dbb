import { isWaiting } from '@multiball/platform/registry'
import {
  unmet,
  type NewReviewLink,
  type PlatformChanged,
  type Registry,
  type ReviewLink,
  type ReviewLinkInput,
} from '@multiball/shared/schema'
import type { Kysely } from 'kysely'
import type * as v from 'valibot'
import type { Tables } from '../../ground/database/tables'
import { conflict, notFound } from '../../ground/http/refusals'
import { readOnce } from '../../ground/process/readOnce'
import type { RegistryStore } from '../../ground/registry/registry.store'
import { reviewAddress, type ReadReview } from '../../ground/registry/review'
import {
  insertReviewLink,
  listReviewLinks,
  opensReview,
  reviewChanges,
  reviewKey,
  withdrawReviewLink,
} from './reviews.store'
import { readReview, signReview } from './reviewTokens'

interface ReviewsDependencies {
  db: Kysely<Tables>
  registry: RegistryStore
  /** of the pages, without a slash at its end */
  publicUrl: string
  now?(): number
}

const dayMs = 86_400_000
/** that open at a time, on a server */
const mostLinks = 20

/** Why nobody can be shown this version, in a sentence; undefined where a link makes sense. */
function whyNoReview({ shell, remotes }: Registry, name: string, version: string): string | undefined {
  const remote = remotes[name]
  const record = remote?.versions[version]
  if (!remote || !record) return `${name} ${version} is not published here.`
  if (!remote.enabled && !isWaiting(remote)) return `${name} is switched off. Switch it on first.`
  if (remote.enabled && remote.active === version)
    return `${name} ${version} is what everybody gets. Choose another version.`
  const provides = shell?.versions[shell.active]?.provides
  const what = provides && record.routes.length > 0 ? unmet(record.requires, provides) : undefined
  return (
    what && `${name} ${version} requires ${what} ${record.requires[what]}, and the dashboard has ${provides![what]}.`
  )
}

/** Links that show a reviewer one version of a remote. Whoever has one needs no account, and gets no right by it. */
export class Reviews {
  /** where it failed, the next one asks again */
  private readonly knownKey: () => Promise<Buffer>
  private readonly now: () => number

  constructor(private readonly given: ReviewsDependencies) {
    this.now = given.now ?? Date.now
    this.knownKey = readOnce(() => reviewKey(given.db))
  }

  /**
   * @param by an operator's username
   * @throws Refusal (409) with a sentence
   */
  async make({ name, version, days }: v.InferOutput<typeof ReviewLinkInput>, by: string): Promise<NewReviewLink> {
    const { db, registry, publicUrl } = this.given
    const read = await registry.read()
    const why = whyNoReview(read, name, version)
    if (why !== undefined) throw conflict(why)
    const key = await this.knownKey()
    const now = this.now()
    // The link has whole seconds.
    const expiresAt = new Date(Math.floor((now + days * dayMs) / 1000) * 1000)
    const made = await insertReviewLink(db, {
      name,
      version,
      by,
      rev: read.rev,
      now: new Date(now),
      expiresAt,
      most: mostLinks,
    })
    if (!made) throw conflict(`${mostLinks} links for reviewers are open. Withdraw one first.`)
    return {
      ...made,
      url: `${publicUrl}${reviewAddress}?link=${signReview(key, { id: made.id, remote: name, version, expiresAt })}`,
    }
  }

  list(): Promise<ReviewLink[]> {
    return listReviewLinks(this.given.db, new Date(this.now()))
  }

  /** @throws Refusal (404) where no such link opens */
  async withdraw(id: number, by: string): Promise<void> {
    const { rev } = await this.given.registry.read()
    if (!(await withdrawReviewLink(this.given.db, id, { by, rev, now: new Date(this.now()) }))) throw notFound()
  }

  changes(): Promise<PlatformChanged[]> {
    return reviewChanges(this.given.db)
  }

  /** What a link shows. The database is asked only about links that were signed here. */
  async read(link: string): Promise<ReadReview> {
    try {
      const read = readReview(await this.knownKey(), link, this.now())
      if (typeof read === 'string') return read
      return (await opensReview(this.given.db, read.id)) ? read : 'withdrawn'
    } catch {
      return 'unchecked'
    }
  }
}
