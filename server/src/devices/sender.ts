import type { FastifyRequest } from 'fastify'
import { forbidden, unauthorized } from '../http/refusals'

/** Who posts for a machine: a device, paired or not, or a program with the machine's key. */
interface Sender {
  deviceId: number | undefined
  /** null while unpaired */
  venueMachineId: number | null
  /** when a device got its token, ms since 1970; a key says nothing of when its sender started */
  signedOnAt: number | undefined
}

/** Throws 401 for what is no device at all, 403 for a user's token. */
export function requireSender({ actor }: FastifyRequest): Sender {
  switch (actor.type) {
    case 'device':
      return { deviceId: actor.deviceId, venueMachineId: actor.venueMachineId, signedOnAt: actor.signedOnAt }
    case 'device-key':
      return { deviceId: undefined, venueMachineId: actor.venueMachineId, signedOnAt: undefined }
    case 'user':
      throw forbidden('This call is for machines: send a device token or a device key.')
    case 'anonymous':
      throw unauthorized()
  }
}
