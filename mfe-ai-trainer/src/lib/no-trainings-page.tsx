import { samplePictures } from '@lamella/shared/blocks'
import { EmptyState, PageTitle } from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useNotAvailableText } from './use-not-available-text.ts'

interface NoTrainingsPageProps {
  /** Title of the page (D1-2.4-18 to D1-2.4-21). */
  title: string
  /** What is missing, such as "No trainings yet". */
  missing: string
  /** Sentence on what the page will show. */
  purpose: string
}

/** Empty page about trainings: its purpose, that training comes later, and a link to what can be prepared. */
export const NoTrainingsPage = ({ title, missing, purpose }: NoTrainingsPageProps) => {
  const notAvailableText = useNotAvailableText()
  return (
    <>
      <PageTitle title={title} />
      <Card padding={0}>
        <EmptyState
          pictures={samplePictures}
          title={missing}
          text={`${purpose} ${notAvailableText}`}
          actions={
            <Button component={Link} to="/ai-trainer/new-training">
              Prepare a training
            </Button>
          }
        />
      </Card>
    </>
  )
}
