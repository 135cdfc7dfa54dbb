import type { BoardDisplay, SlideshowDisplay } from '@multiball/shared/boards'
import type { BoardType, Commands, RemoteManifest } from '@multiball/shared/schema'
import type { ComponentType } from 'react'

/**
 * What the exposes of a remote are, by their types: `./routes` stands for every expose that a route names; `Type` is the board type that it shows. `npm run types` holds every
 * remote to it.
 */
export interface RemoteModules<Type extends BoardType = BoardType> {
  './routes': { default: ComponentType }
  './commands': { commands: Commands }
  './help': { default: ComponentType }
  './display': { display: Type extends 'slideshow' ? SlideshowDisplay : BoardDisplay<Type> }
}

/** One remote as the suite needs it. */
export interface RemoteUnderTest {
  name: string
  /** the text of its remote.json, parsed as JSON and no further */
  manifest: unknown
  /** the module behind an expose, from the file that the manifest names */
  load(file: string): unknown
  isFile(file: string): boolean
}

/** True when a pattern such as `/scoreboards/*` holds this path. */
const covers = (pattern: string, path: string) =>
  pattern.endsWith('/*') ? path === pattern.slice(0, -2) || path.startsWith(pattern.slice(0, -1)) : path === pattern

/** What a manifest says that does not fit together, in words. */
export function manifestProblems(
  { routes, navigation, display, exposes }: RemoteManifest,
  isFile: (file: string) => boolean,
): string[] {
  return [
    ...routes
      .filter(({ expose }) => !exposes[expose])
      .map(({ path, expose }) => `The route ${path} names ${expose}, which is not in "exposes".`),
    ...(navigation && !routes.some(({ path }) => covers(path, navigation.path))
      ? [`The navigation leads to ${navigation.path}, which none of the routes holds.`]
      : []),
    ...(display && !exposes['./display']
      ? [`It says that it shows boards of type ${display}, and exposes no ./display.`]
      : []),
    ...Object.entries(exposes)
      .filter(([, file]) => !isFile(file))
      .map(([expose, file]) => `${expose} is said to be ${file}, where no file is.`),
  ]
}

const isComponent = (value: unknown) =>
  typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value)

/** What is wrong with the module behind an expose, in words; undefined when the shell and viewers can use it. */
export function moduleProblem(
  expose: string,
  module: unknown,
  { display, routes }: RemoteManifest,
): string | undefined {
  const exported = (module ?? {}) as {
    default?: unknown
    commands?: unknown
    display?: { type?: unknown; Display?: unknown }
  }
  if ((expose === './help' || routes.some((route) => route.expose === expose)) && !isComponent(exported.default))
    return `${expose} needs a component as its default export.`
  if (expose === './commands' && typeof exported.commands !== 'function')
    return './commands needs an export named commands: a function that answers what Jump lists.'
  if (expose !== './display') return undefined
  if (exported.display?.type !== display)
    return `./display needs an export named display with the type ${display}; it has ${String(exported.display?.type)}.`
  return isComponent(exported.display?.Display) ? undefined : './display needs display.Display to be a component.'
}
