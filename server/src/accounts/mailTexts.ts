/** A subject and a plain text. */
export interface MailText {
  subject: string
  body: string
}

/** What a link can be asked for with nothing but an address. */
export type LinkPurpose = 'verify' | 'reset'

/** Stands for the user's name in the texts for confirmed addresses; in others names do not appear: anybody may have chosen them. */
export const usernameMark = '{username}'

const mail = (subject: string, paragraphs: string[], publicUrl: string): MailText => ({
  subject,
  body: `${['Hello,', ...paragraphs, `Multiball\n${publicUrl}`].join('\n\n')}\n`,
})

const newPassword = 'A new password for Multiball'
const resetLink = (publicUrl: string, token: string) => `${publicUrl}/reset-password/${token}`
const forAnHour = 'The link works once, for one hour, and a newer one replaces it.'

/** What the mail with a link says while the address is not confirmed. `publicUrl` without a slash at its end. */
export function textForUnverified(purpose: LinkPurpose, publicUrl: string, token: string): MailText {
  if (purpose === 'reset') {
    const asked = `somebody, hopefully you, asked for a new password of the Multiball
account with this e-mail address. Set it here, which confirms the
address too:`
    return mail(newPassword, [asked, resetLink(publicUrl, token), `${forAnHour}\nIf it was not you, you need not do anything.`], publicUrl)
  }
  const made = `a Multiball account was made with this e-mail address. Please confirm
that it is yours:`
  const life = `The link works once, for 7 days, and a newer one replaces it. An account
whose address is not confirmed is switched off 7 days after it was made;
a new link switches it on again.`
  const others = 'If you have not made an account, you need not do anything.'
  return mail('Please confirm your e-mail address for Multiball', [made, `${publicUrl}/verify/${token}`, life, others], publicUrl)
}

/** What it says once the address is confirmed. */
export function textForVerified(purpose: LinkPurpose, publicUrl: string, token: string): MailText {
  if (purpose === 'reset') {
    const asked = `somebody, hopefully you, asked for a new password of your Multiball
account. Your username is:`
    const life = `${forAnHour}
A new password ends all logins. If it was not you, you need not do
anything: your password stays as it is.`
    return mail(newPassword, [asked, usernameMark, 'Set a new password here:', resetLink(publicUrl, token), life], publicUrl)
  }
  const nothingLeft = `you asked for a link to confirm this e-mail address. There is nothing
left to do: it is confirmed already, and you can log in. Your username
is:`
  return mail('Your e-mail address for Multiball is confirmed', [nothingLeft, usernameMark], publicUrl)
}

/** To the address that an account shall have from now on. */
export function textForNewAddress(publicUrl: string, token: string): MailText {
  const asked = `a Multiball account is about to use this e-mail address. Please confirm
that it is yours:`
  const life = 'The link works once, for 24 hours, and a newer one replaces it.'
  const others = 'If it was not you, you need not do anything.'
  return mail('Please confirm your new e-mail address for Multiball', [asked, `${publicUrl}/verify/${token}`, life, others], publicUrl)
}

/** To the confirmed address that an account still has. */
export function textForOldAddress(publicUrl: string, username: string, newAddress: string): MailText {
  const asked = `somebody who is signed in to your Multiball account asked to change its
e-mail address. The account is:`
  const from = 'From the moment that the link in the mail there is opened, mails go to:'
  const stop = `If it was not you, set a new password now: this ends all logins, and the
link in that mail does not work any more. On this page, choose
"Forgot username or password":`
  return mail('Your e-mail address for Multiball is about to change', [asked, username, from, newAddress, stop, `${publicUrl}/`], publicUrl)
}

/** After the password was changed by somebody who is signed in. */
export function textForNewPassword(publicUrl: string, username: string): MailText {
  const changed = `the password of your Multiball account was changed, by somebody who was
signed in and knew the one before. All other logins have ended. The
account is:`
  const stop = `If it was not you, set a new password now. On this page, choose "Forgot
username or password":`
  return mail('Your password for Multiball was changed', [changed, username, stop, `${publicUrl}/`], publicUrl)
}
