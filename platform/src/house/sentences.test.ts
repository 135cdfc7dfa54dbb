import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../disk/paths'

/*
 * The sentences and words that the specification prescribes, letter by letter: its spelling is part of it, so that nobody
 * mends one. Each is looked up in the room that says it, wherever in the room its file stands.
 */

const sentences: Record<string, readonly string[]> = {
  'OH NO! 404 - The requested page does not exist.': ['shared/src/ui', 'mf-viewer/src'],
  'Something has gone wrong! Please refresh the page and try again.': ['shell/src/failure'],
  'Newest Public Scoreboards': ['shell/src/home'],
  'Newest Public Leaderboards': ['shell/src/home'],
  'Forgot username or password': ['shell/src/session'],
  'Resend verification Email': ['shell/src/session'],
  'Signed in as': ['shell/src/layout'],
  'Sign out': ['shell/src/layout'],
  // Lists: the heading is 'My ' and the type's plural, '+' is the button's icon.
  'My ${plural}': ['shared/src/pages'],
  'Add ${singular}': ['shared/src/pages'],
  'You have not created any ${plural}!': ['shared/src/pages'],
  'Are you sure?!': ['shared/src/pages', 'mf-venues/src', 'mf-displays/src'],
  '${title} created!': ['shared/src/pages', 'mf-comboboards/src'],
  '${title} updated': ['shared/src/pages'],
  '${board.title} deleted!': ['shared/src/pages'],
  'You do not authorized to edit the requested resource.': ['shared/src/pages', 'server/src/core/boards'],
  'You do not authorized to delete the requested resource.': ['shared/src/pages', 'server/src/core/boards'],
  'Item not found.': ['shared/src/pages', 'shared/src/boards', 'shared/src/live', 'server/src'],
  // Forms.
  Random: ['shared/src/schema'],
  'Space Invaders': ['shared/src/schema'],
  'Color Bars': ['shared/src/schema'],
  'Dead Television Channel': ['shared/src/schema'],
  'Atari 2600 Pinball': ['shared/src/schema'],
  'All Scores': ['shared/src/forms'],
  'One Score Per Player': ['shared/src/forms'],
  'One Machine': ['mf-leaderboards/src'],
  'Global or Machine List': ['mf-leaderboards/src'],
  'Add Machine': ['mf-leaderboards/src'],
  'Add User': ['mf-leaderboards/src'],
  'Add Screen': ['mf-slideshows/src'],
  'You must create at least one scoreboard or leaderboard to use this feature.': ['mf-slideshows/src'],
  'You must create at least one public, scoreboard with only one machine to use this feature.': ['mf-streamboards/src'],
  'Add Item': ['mf-comboboards/src'],
  'Select All': ['mf-comboboards/src'],
  'Single Machine': ['mf-comboboards/src'],
  'Multiple machines of same title': ['mf-comboboards/src'],
  'Update Profile': ['shell/src/profile'],
  'profile.png': ['shell/src/profile'],
  // Refusals of fields.
  'Email should not be empty': ['shared/src/schema'],
  'Please input correct email': ['shared/src/schema'],
  'First name should not be empty': ['shared/src/schema'],
  'Last name should not be empty': ['shared/src/schema'],
  'Please check password': ['shared/src/session'],
  'Password must be at least 8 characters long and include at least one letter, one number and one symbol': [
    'shared/src/schema',
  ],
  'Initials must less than 4 characters': ['shared/src/schema'],
  'Title must not be blank': ['shared/src/schema'],
  'Title must be unique': ['shared/src/schema'],
  'Please select at least 1 machine': ['shared/src/schema'],
  'No duplicate machines!': ['shared/src/schema'],
  'Please select a start date': ['shared/src/schema'],
  'End date can not be before start date': ['shared/src/schema', 'shared/src/forms'],
  'End date can not be same as start date': ['shared/src/schema', 'shared/src/forms'],
  'No duplicate machines in whitelist!': ['shared/src/schema', 'mf-leaderboards/src'],
  'No duplicate users in whitelist!': ['shared/src/schema', 'mf-leaderboards/src'],
  'A slideshow must have at least two screens.': ['shared/src/schema'],
  'Each screen must have a scoreboard, leaderboard, or comboboard': ['shared/src/schema'],
  'Each screen must be unique': ['shared/src/schema'],
  'A comboboard must have at least two items.': ['shared/src/schema'],
  'Each item must have a scoreboard or leaderboard': ['shared/src/schema'],
  'Each item must be unique': ['shared/src/schema'],
  'Each item must specify a scoreboard': ['shared/src/schema'],
  'Each scoreboard must be unique': ['shared/src/schema'],
  // Failures.
  'Incorrect username or password!': ['shell/src/session', 'server/src/core/accounts'],
  'An error has occurred.': ['server/src/ground/http'],
  'An error has occurred. Please refresh the page and try again.': ['shared/src/client'],
  'Too many requests': ['shared/src/client', 'server/src/ground/http'],
  'If your user at email (${email}) exists, you will receive a new verification email.': ['server/src/core/accounts'],
  // Displays.
  'Waiting for data...': ['shared/src/boards', 'mf-scoreboards/src', 'mf-viewer/src'],
  'GAME ON': ['shared/src/display'],
  'GAME OVER': ['shared/src/display'],
  'YOU WIN': ['shared/src/display'],
  'YOU FAILED': ['shared/src/display'],
  '1st Place': ['shared/src/display'],
  '2nd Place': ['shared/src/display'],
  '3rd Place': ['shared/src/display'],
  '4th Place': ['shared/src/display'],
  'Powered by Multiball': ['shared/src/client', 'server/src'],
}

const sourcesIn = (folder: string): string[] =>
  readdirSync(path.join(root, folder), { withFileTypes: true, recursive: true })
    .filter(({ name }) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map(({ parentPath, name }) => readFileSync(path.join(parentPath, name), 'utf8'))

const rooms = new Map<string, string[]>()
const sourcesOf = (folder: string) => rooms.get(folder) ?? rooms.set(folder, sourcesIn(folder)).get(folder)!

/** Alone between quotes or tags, so that none of it is missing and nothing is added. */
function says(source: string, sentence: string): boolean {
  for (let at = source.indexOf(sentence); at >= 0; at = source.indexOf(sentence, at + 1)) {
    const before = source.slice(0, at).trimEnd().at(-1) ?? ''
    const after = source.slice(at + sentence.length).trimStart()[0] ?? ''
    if ('\'"`>'.includes(before) && '\'"`<'.includes(after)) return true
  }
  return false
}

test.each(Object.entries(sentences).flatMap(([sentence, places]) => places.map((place) => [sentence, place])))(
  '“%s” is said in %s',
  (sentence, place) => {
    expect(sourcesOf(place!).filter((source) => says(source, sentence!))).not.toEqual([])
  },
)
