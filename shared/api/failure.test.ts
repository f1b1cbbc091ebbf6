import { failureOfAnswer, failureWithoutAnswer } from './failure.ts'

test.each([
  ['an error list', failureOfAnswer(500, { errors: [{ code: 'ERR_0500', detail: 'Broken.' }] }), 'Broken.', true],
  ['the page of a proxy', failureOfAnswer(502, undefined), 'Unknown Http Error', false],
  ['no words', failureOfAnswer(409, { errors: [{ code: 'ERR_0409', detail: '' }] }), 'Conflict', false],
  ['no answer', failureWithoutAnswer(new TypeError('network')), 'Client Error', false],
])("%s: fromServer says whether the message is the server's", (_, failure, message, fromServer) => {
  expect(failure).toMatchObject({ message, fromServer })
})
