import { settle, type Rendered } from './fakeShell'
import { watchLeaks } from './watchLeaks'

/**
 * What a part leaves behind when it goes, in words. It comes and goes once before: what a library sets up once in a
 * page, and keeps, is no leak.
 */
export async function leaksOf(show: () => Rendered): Promise<string[]> {
  const comeAndGo = async () => {
    const { leave } = show()
    await settle()
    leave()
    await settle()
  }
  await comeAndGo()
  const watch = watchLeaks()
  try {
    await comeAndGo()
    return watch.leaks()
  } finally {
    watch.stop()
  }
}
