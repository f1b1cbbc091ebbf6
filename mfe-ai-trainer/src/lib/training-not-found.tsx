import { EmptyState, PageTitle } from '@lamella/shared/ui'
import { Button, Card } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useNotAvailableText } from './use-not-available-text.ts'

/** Page for the id of a training: no training exists yet, so every id is unknown. */
export const TrainingNotFound = ({ title }: { title: string }) => {
  const notAvailableText = useNotAvailableText()
  return (
    <>
      <PageTitle title={title} />
      <Card padding={0}>
        <EmptyState
          title="There is no such training"
          text={notAvailableText}
          actions={
            <Button component={Link} to="/ai-trainer/training-overview">
              Back to Training Overview
            </Button>
          }
        />
      </Card>
    </>
  )
}
