import { samplePictures } from '@lamella/shared/blocks'
import { runtimeConfigAtom } from '@lamella/shared/session'
import { EmptyState, PageTitle } from '@lamella/shared/ui'
import { Button } from '@mantine/core'
import { useAtomValue } from 'jotai'

/** Page of members whose organisation has no AI subscription (D1-2.4-32 to D1-2.4-34). */
const SubscriptionPage = () => {
  const { bookDemoUrl } = useAtomValue(runtimeConfigAtom).product
  return (
    <>
      <PageTitle title="AI Trainer" />
      <EmptyState
        pictures={samplePictures}
        title="Without an active AI subscription you cannot train your own image analysis applications."
        text="Request your AI trial by booking a free demo."
        actions={
          <Button component="a" href={bookDemoUrl} target="_blank" rel="noreferrer">
            Book a demo
          </Button>
        }
      />
    </>
  )
}

export default SubscriptionPage
