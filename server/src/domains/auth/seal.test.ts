import { newSecret } from '../../platform/crypto/secrets.ts'
import { seal, unseal } from './seal.ts'

describe('sealed successor', () => {
  const token = newSecret()

  it('opens with the token it was sealed for, and only with it', () => {
    const bytes = seal(token, 'the answer')
    expect(unseal(token, bytes)).toBe('the answer')
    expect(() => unseal(newSecret(), bytes)).toThrow()
  })

  it('does not open when a byte was changed', () => {
    const bytes = seal(token, 'the answer')
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1)
    expect(() => unseal(token, bytes)).toThrow()
  })

  it('does not show its content', () => {
    expect(seal(token, 'the answer').toString('latin1')).not.toContain('answer')
  })
})
