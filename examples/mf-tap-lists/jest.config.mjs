export { default } from '@multiball/platform/jest'
