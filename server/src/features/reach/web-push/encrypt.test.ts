import { createECDH } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { encryptFor, isPoint } from './encrypt.ts'
import { decrypted } from './testing/push-service.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

describe('The payload of a push notification', () => {
  it('is encrypted as in the example of RFC 8291', () => {
    const sender = createECDH('prime256v1')
    sender.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
    const reader = {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    }
    const text = 'When I grow up, I want to be a watermelon'
    const made = encryptFor(reader, text, { sender, salt: bytes('DGv6ra1nlYgDCS1FRnbzlw') })
    expect(Buffer.from(made).toString('base64url')).toBe(
      'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
        'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
    )
    const browser = createECDH('prime256v1')
    browser.setPrivateKey(bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'))
    expect(decrypted(Buffer.from(made), browser, bytes(reader.auth))).toBe(text)
  })

  it('differs every time, and can be encrypted only for a point of the curve', () => {
    const browser = createECDH('prime256v1')
    const p256dh = browser.generateKeys('base64url')
    const reader = { p256dh, auth: 'BTBZMqHH6r4Tts7J_aSIgg' }
    const [one, other] = [encryptFor(reader, 'plums'), encryptFor(reader, 'plums')].map((made) =>
      Buffer.from(made),
    )
    expect(one?.equals(other ?? Buffer.of())).toBe(false)
    expect(isPoint(p256dh)).toBe(true)
    expect(isPoint(Buffer.alloc(65, 4).toString('base64url'))).toBe(false)
    expect(isPoint('')).toBe(false)
  })
})
