import * as v from 'valibot'

/*
 * What a remote brings to Jump: it exposes `./commands`, a module with `commands`. The shell collects those of all remotes
 * when Jump opens, and reads them with these schemas: what is none costs its remote its entries, and nobody else anything.
 */

/** In the order in which they are listed. */
export const commandGroups = ['Boards', 'Machines', 'TVs', 'Games', 'Actions', 'Pages'] as const

const text = (max: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(max))
const Path = v.pipe(v.string(), v.startsWith('/'), v.maxLength(2_000))

const words = {
  /** the same each time, such as `scoreboard 12`: by it recent ones are found again */
  id: text(200),
  group: v.picklist(commandGroups),
  /** what is searched and read first, such as a title */
  label: text(400),
  /** a few words beside it, searched too */
  detail: v.optional(v.pipe(v.string(), v.maxLength(400))),
  /** more words by which it is found */
  keywords: v.optional(v.pipe(v.string(), v.maxLength(1_000))),
  /** a name of the design system's icons */
  icon: v.optional(v.string()),
}

const Run = v.custom<() => Promise<CommandDone | void>>((value) => typeof value === 'function')

/** One thing that Jump offers: a path of the dashboard, a path that opens in a new tab, or something that is done at once. */
export const Command = v.union([
  v.strictObject({ ...words, to: Path }),
  v.strictObject({ ...words, href: Path }),
  v.strictObject({ ...words, run: Run }),
])
export type Command = v.InferOutput<typeof Command>

/** What is said once a command has run. A command that throws an ApiError has its sentence said. */
export interface CommandDone {
  text: string
  /** takes it back */
  undo?(): Promise<void>
}

/** What an answer of `commands` is at most. */
export const mostCommands = 5_000
export const CommandList = v.pipe(v.array(Command), v.maxLength(mostCommands))

export interface CommandsQuestion {
  /** id of who is signed in */
  owner: number
  /** aborted when nobody waits for the answer any more */
  signal: AbortSignal
}

/** `commands` of `./commands`: all that the user can jump to or do in this remote. May reject: then it is left out. */
export type Commands = (question: CommandsQuestion) => Promise<Command[]>
