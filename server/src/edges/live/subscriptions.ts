import { liveName } from '@multiball/shared/schema'
import type { LiveMessage } from '@multiball/shared/schema'
import { anonymous } from '../../ground/http/actors'
import type { Actor } from '../../ground/http/actors'
import { isNotFound, notFound } from '../../ground/http/refusals'
import { review } from './access'
import type { Access, Opened } from './access'
import type { LiveBoard } from './liveBoard'
import { closeCodes, Subscription } from './subscription'
import type { BoardRequest, Connection } from './subscription'
import type { ViewerKeys } from './viewerKeys'

interface SubscriptionsOptions {
  access: Access
  keys: ViewerKeys
  /** whose login token this is, at this moment */
  userOf: (token: string) => Promise<Actor>
  /** sends a subscription that was let in its board's newest state */
  begun: (subscription: Subscription) => void
  onError: (error: unknown) => void
}

const nobody: ReadonlySet<Subscription> = new Set()

/** Who watches which board: lets viewers in, asks again whether they may stay, and cuts them off. */
export class Subscriptions {
  private readonly watching = new Map<LiveBoard, Set<Subscription>>()
  /** those let in by something that may end unannounced: a login, or the key of a board that contains theirs */
  private readonly conditional = new Set<Subscription>()
  private rechecking: Promise<void> | undefined

  constructor(private readonly options: SubscriptionsOptions) {}

  /** How many there are, by the type of their board. */
  get countsByType(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>()
    for (const [{ type }, { size }] of this.watching) counts.set(type, (counts.get(type) ?? 0) + size)
    return counts
  }

  /** Who watches a board. */
  of(board: LiveBoard): ReadonlySet<Subscription> {
    return this.watching.get(board) ?? nobody
  }

  /** Begins a subscription: it is let in and sent the newest state, or cut off. */
  begin(connection: Connection, { name, key, token }: BoardRequest): void {
    const subscription = new Subscription(connection, name === connection.name ? connection.name : name, key, token)
    connection.subscriptions = connection.subscriptions.concat(subscription)
    this.letIn(subscription).catch(this.options.onError)
  }

  /** Ends a subscription: it is sent nothing more. */
  end(subscription: Subscription): void {
    const { connection, board } = subscription
    subscription.board = undefined
    connection.subscriptions = connection.subscriptions.filter((other) => other !== subscription)
    this.conditional.delete(subscription)
    if (!board) return
    const others = this.watching.get(board)
    others?.delete(subscription)
    if (others?.size === 0) this.watching.delete(board)
  }

  /** Cuts off who may no longer see a board, after its access changed. */
  review(board: LiveBoard): void {
    const verdictOf = review(board.view)
    for (const subscription of this.of(board)) {
      const verdict = verdictOf(subscription)
      if (verdict === 'goes') this.cutOff(subscription, notFound())
      if (verdict === 'asks again') this.askAgain(subscription)
    }
  }

  /** Asks again for those who see a board as everyone but may be insiders, now that there is a difference. */
  reviewInsiders(board: LiveBoard): void {
    for (const subscription of this.of(board)) {
      if ((subscription.key !== undefined || subscription.token !== undefined) && subscription.audience === 'everyone')
        this.askAgain(subscription)
    }
  }

  /**
   * Checks logins again, which end, and keys of containers, which are renewed and whose boards are taken out. Answers the
   * check that is running, if there is one.
   */
  recheck(): Promise<void> {
    this.rechecking ??= this.recheckConditional().finally(() => (this.rechecking = undefined))
    return this.rechecking
  }

  /** Cuts off all viewers of a board. */
  cutOffAll(board: LiveBoard, reason: unknown): void {
    for (const subscription of this.of(board)) this.cutOff(subscription, reason)
  }

  /** Lets a subscription in and sends it the newest state, or cuts it off. */
  private async letIn(subscription: Subscription): Promise<void> {
    const { connection, name, key, token } = subscription
    try {
      const [type = '', id = ''] = name.split(':')
      if (name !== (connection.name ?? liveName(type, Number(id)))) throw notFound()
      for (;;) {
        const actor = token === undefined ? anonymous : await this.options.userOf(token)
        const opened = await this.options.access.open(type, Number(id), actor, key, connection.site)
        if (subscription.isOver) return
        // Meanwhile the board may have left the memory, where no change would reach it, or its access may have changed.
        if (opened.board.isGone || opened.board.view !== opened.view) continue
        return this.watch(subscription, actor, opened)
      }
    } catch (error) {
      if (!isNotFound(error)) this.options.onError(error)
      if (!subscription.isOver) this.cutOff(subscription, error)
    }
  }

  private watch(subscription: Subscription, actor: Actor, { board, audience, isIndirect }: Opened) {
    const { connection } = subscription
    // One string for all viewers of a board.
    subscription.name = board.name
    if (connection.name !== undefined) connection.name = board.name
    subscription.board = board
    subscription.actor = actor
    subscription.audience = audience
    subscription.isIndirect = isIndirect
    const others = this.watching.get(board)
    if (others) others.add(subscription)
    else this.watching.set(board, new Set([subscription]))
    if (isIndirect || actor.type !== 'anonymous') this.conditional.add(subscription)
    this.options.begun(subscription)
  }

  private async recheckConditional() {
    this.options.keys.forget()
    for (const subscription of this.conditional) {
      const { board, key, token, actor, isIndirect } = subscription
      const isLoggedOut =
        actor.type !== 'anonymous' && token !== undefined && (await this.options.userOf(token)).type === 'anonymous'
      const isShut =
        isIndirect && key !== undefined && board !== undefined && !(await this.options.keys.opens(board, key))
      if ((isLoggedOut || isShut) && !subscription.isOver) this.askAgain(subscription)
    }
  }

  /** As if it had just been asked for. */
  private askAgain(subscription: Subscription) {
    this.end(subscription)
    this.begin(subscription.connection, subscription)
  }

  /** Ends a subscription and says why. The connection is closed too, unless it is shared and only this board is gone. */
  private cutOff(subscription: Subscription, reason: unknown) {
    this.end(subscription)
    const { connection, name } = subscription
    if (connection.readyState !== connection.OPEN) return
    if (!isNotFound(reason)) return connection.close(closeCodes.later, 'Try again later')
    const { detail } = reason.body as { detail: string }
    connection.send(JSON.stringify({ type: 'ERROR', name, detail, status: 404 } satisfies LiveMessage))
    if (connection.name !== undefined) connection.close(closeCodes.gone, detail)
  }
}
