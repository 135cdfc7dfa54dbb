export { loadProfile, profileAtom, type SessionState, type SessionStore } from './profile'
export { changesAtom, reachAtom, type Reach } from './reach'
export {
  checkEmail,
  checkEmailChange,
  checkKeptEmail,
  checkNewPassword,
  checkPasswordChange,
  checkProfile,
  checkRegistration,
  type EmailChangeFields,
  type NewPassword,
  type PasswordChangeFields,
  type ProfileFields,
  type RegistrationErrors,
  type RegistrationFields,
} from './registration'
export { askForLogin, connectSession, signIn, signOut } from './session'
export { clearToken, readToken, storeToken } from './token'
