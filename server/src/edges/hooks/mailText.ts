import { mailText } from '../../ground/mails/mailText'
import type { MailText } from '../../ground/mails/mailText'

interface PausedHook {
  url: string
  /** of the venue or the board */
  name: string
  username: string
}

/** To the owner of a webhook that was paused. Of its address only the host is said: what is behind it may be a secret. */
export function textForPausedHook(publicUrl: string, { url, name, username }: PausedHook): MailText {
  const paused = `For a day nothing could be delivered to a webhook of your Multiball
account ${username}, so it is paused. It is for:`
  const next = `On this page you see what its address answered, and can send a test.
A test that arrives switches it on again, and it goes on with what is new:`
  return mailText(
    'A webhook was paused',
    [paused, `${name}, at ${new URL(url).host}`, next, `${publicUrl}/venues/webhooks`],
    publicUrl,
  )
}
