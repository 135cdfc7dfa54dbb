import { searchUsers } from '@multiball/shared/api'
import { userName, type Name, type Reference } from '../names/names'
import { Whitelist } from './Whitelist'

interface UserWhitelistProps {
  nameOf(reference: Reference): Name | undefined
  remember(reference: Reference, name: Name): void
}

const load = async (text: string, signal: AbortSignal) => {
  const { results } = await searchUsers(text, signal)
  return results.map((user) => ({ id: user.id, ...userName(user) }))
}

/** The only users whose scores count. */
export const UserWhitelist = (names: UserWhitelistProps) => (
  <Whitelist
    name="players"
    type="user"
    label="User whitelist"
    description="Optional. Leave empty to count everyone, including guests."
    addLabel="Add User"
    placeholder="Search by name"
    duplicate="No duplicate users in whitelist!"
    minCharacters={2}
    load={load}
    {...names}
  />
)
