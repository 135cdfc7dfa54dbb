import * as v from 'valibot'
import { Id, Instant, line, visible } from './primitives/values'

/*
 * Bridges, which bring games of machines that speak another protocol. A bridge shows a code, the owner types it for a venue,
 * and from then on the bridge says which machines it finds.
 */

const codeSentence = 'Type the six characters that the bridge shows'

/** A code as it was typed. */
const BridgeCode = v.pipe(
  v.string(codeSentence),
  v.maxLength(100, codeSentence),
  v.transform((typed) => typed.replace(/[^A-Za-z0-9]/g, '').toUpperCase()),
  v.length(6, codeSentence),
)

/** What a bridge calls itself. */
const BridgeName = v.pipe(line(80), visible('Name must not be blank'))

/** POST /api/bridge/code/ */
export const BridgeCodeInput = v.object({ name: BridgeName })

/** POST /api/bridge/code/ : what a bridge shows, and the key that it sends from then on. */
export const BridgeSignOn = v.object({
  code: v.string(),
  key: v.string(),
  /** seconds for which the code may be typed */
  expires_in: v.number(),
})

/** The most machines that one bridge may find. */
export const mostFoundMachines = 200

/** PUT /api/bridge/ : the machines that a bridge has found. */
export const BridgeReport = v.object({
  machines: v.pipe(
    v.array(
      v.object({
        /** what its own network knows it by; it stays when its address changes */
        id: v.pipe(v.string(), v.regex(/^[\w.:-]{1,64}$/, 'Up to 64 letters, digits and . : - _ are expected')),
        name: BridgeName,
        address: line(64),
      }),
    ),
    v.maxLength(mostFoundMachines),
  ),
})
export type BridgeReport = v.InferOutput<typeof BridgeReport>

/** What a bridge is told. */
export const BridgeState = v.object({
  /** null until its code is typed */
  venue: v.nullable(v.object({ id: Id, name: v.string() })),
  /** all that it has found, also before this report; without those that another bridge of the venue has reported within five minutes */
  machines: v.array(
    v.object({
      id: v.string(),
      /** with it, its entries are posted */
      token: v.string(),
      /** the machine that the owner accepted it as */
      venuemachine: v.nullable(v.object({ id: Id, name: v.string() })),
    }),
  ),
})
export type BridgeState = v.InferOutput<typeof BridgeState>

/** POST /api/bridge/ : the bridge that shows this code becomes one of the venue's. */
export const BridgeInput = v.object({ code: BridgeCode, venue: Id })
export type BridgeInput = v.InferOutput<typeof BridgeInput>

/** POST /api/bridge/eventboard/ : the bridge gets a key of this eventboard's feed. */
export const EventboardInput = v.object({ board: Id })

/** The key of a posted feed, shown this once. */
export const FeedKey = v.object({ key: v.string() })

/** A machine that a bridge has found, as its owner sees it. */
export const FoundMachine = v.object({
  id: Id,
  name: v.string(),
  address: v.string(),
  /** what pairs it with a machine, like any device */
  code: v.string(),
  /** when its bridge last said that it is there */
  found_at: Instant,
  venuemachine: v.nullable(v.object({ id: Id, name: v.string() })),
})
export type FoundMachine = v.InferOutput<typeof FoundMachine>

/** A bridge as its owner sees it. */
export const Bridge = v.object({
  id: Id,
  name: v.string(),
  venue: Id,
  /** null before it has said anything */
  last_heard_at: v.nullable(Instant),
  machines: v.array(FoundMachine),
})
export type Bridge = v.InferOutput<typeof Bridge>

/** GET /api/bridge/ */
export const Bridges = v.object({ bridges: v.array(Bridge) })
