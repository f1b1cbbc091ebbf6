import { newSecret } from '../../platform/crypto/secrets.ts'
import { seal, unseal } from './seal.ts'

describe('sealed successor', () => {
  const token = newSecret()
  const purpose = 'test'

  it('opens with the token it was sealed for, and only with it', () => {
    const bytes = seal(token, 'the answer', purpose)
    expect(unseal(token, bytes, purpose)).toBe('the answer')
    expect(() => unseal(newSecret(), bytes, purpose)).toThrow()
    expect(() => unseal(token, bytes, 'another purpose')).toThrow()
  })

  it('does not open when a byte was changed', () => {
    const bytes = seal(token, 'the answer', purpose)
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
    expect(() => unseal(token, bytes, purpose)).toThrow()
  })

  it('does not show its content', () => {
    expect(seal(token, 'the answer', purpose).toString('latin1')).not.toContain('answer')
  })
})
