import fc from 'fast-check'
import { formEmailPattern, isFormEmail } from './email.ts'
import { descriptionRule, emailRule, firstNameRule, lastNameRule, nameRule, textRule } from './form-rules.ts'

const long = (length: number) => 'n'.repeat(length)

test.each([
  ['D1-5-26', 'Name is a required field', nameRule, ''],
  ['D1-5-26', null, nameRule, 'n'],
  ['D1-5-27', null, nameRule, long(128)],
  ['D1-5-27', 'Name can only contain 128 characters', nameRule, long(129)],
  ['D1-5-28', 'Name contains invalid characters', nameRule, '   '],
  ['D1-5-28', null, nameRule, ' n '],
  ['right-to-left override in a name', 'Name contains invalid characters', nameRule, 'a\u202egpj.exe'],
  ['right-to-left mark in a name', null, nameRule, 'שלום\u200f a'],
  ['NUL in a description', 'Description contains invalid characters', descriptionRule, 'a\0'],
  ['half a pair in a first name', 'Firstname contains invalid characters', firstNameRule, 'a\ud800'],
  ['a whole pair in a last name', null, lastNameRule, '𝒜da'],
  ['isolated direction in a last name', 'Lastname contains invalid characters', lastNameRule, 'a\u2066b'],
  ['isolated direction in another text', 'The text contains invalid characters', textRule, 'a\nb\u2066'],
  ['several lines', null, textRule, 'a\nb'],
  ['an optional description', null, descriptionRule, ''],
  ['D1-5-30', null, descriptionRule, long(256)],
  ['D1-5-30', 'Description can only contain 256 characters', descriptionRule, long(257)],
  ['D1-5-31', 'Firstname is a required field', firstNameRule, ' '],
  ['D1-5-31', null, firstNameRule, 'Ada'],
  ['D1-5-32', 'Lastname is a required field', lastNameRule, ''],
  ['D1-5-32', null, lastNameRule, 'Lovelace'],
  ['D1-5-03', null, emailRule, ''],
  ['D1-5-03', 'Please provide a valid email address!', emailRule, 'ada@lab'],
  ['D1-5-03', null, emailRule, 'ada@lab.org'],
])('%s message: %s', (_, message, rule, text) => {
  expect(rule(text)).toBe(message)
})

test.each([
  ['a@b.c', false],
  ['a@b.de', true],
  ['a@b.museum', true],
  ['a@b.abcdefg', false],
  ['a@b.d3', false],
  ['a@b', false],
  ['@b.de', false],
  ['a b@c.de', false],
  ['a@@b.de', false],
  ['a@-b.de', false],
  ['a@b..de', false],
  ['first.last+tag@lab.example.co.uk', true],
  [' a@b.de ', true],
  [`${long(250)}@b.de`, false],
])('D1-5-02 forms accept the address %j: %s', (text, valid) => {
  expect(isFormEmail(text)).toBe(valid)
})

test('D1-5-02 an address is a local part, one @ and a domain that ends with 2 to 6 letters', () => {
  fc.assert(
    fc.property(fc.emailAddress(), fc.stringMatching(/^[a-z]{1,9}$/), (address, topLevel) => {
      const [local, domain] = address.split('@')
      const text = `${local}@${domain?.split('.')[0]}.${topLevel}`
      expect(formEmailPattern.test(text)).toBe(topLevel.length >= 2 && topLevel.length <= 6)
    }),
  )
})
