import { createSign } from 'node:crypto'

/** A device whose maker signs for it. */
export interface Device {
  provider: string
  uuid: string
  /** PEM */
  privateKey: string
}

/** A new token for a device, against its signature. */
export async function signOn(url: string, { provider, uuid, privateKey }: Device): Promise<string> {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const signed = Buffer.concat([Buffer.from(uuid.replaceAll('-', ''), 'hex'), Buffer.from(timestamp, 'ascii')])
  const sign = createSign('sha256').update(signed).sign({ key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('hex')
  const answer = await fetch(`${url}/api/stoken/`, {
    method: 'POST',
    // An address of its own, as devices have.
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${[...Buffer.from(uuid).subarray(0, 3)].join('.')}`,
    },
    body: JSON.stringify({ provider, uuid, timestamp, sign }),
  })
  if (!answer.ok) throw new Error(`A device was refused: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { stoken: string }).stoken
}
