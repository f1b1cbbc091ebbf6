// Servers, databases, child processes and pages in jsdom share two cores with other work: what passes when tried again is named as flaky, and is no failure.
jest.retryTimes(2, { logErrorsBeforeRetry: true })
