import { Delayed } from '@lamella/shared/ui'
import { Card, Skeleton, VisuallyHidden } from '@mantine/core'
import css from './project-page.module.css'

const CardSkeleton = () => (
  <Card className={css.cardSkeleton}>
    <Skeleton width="35%" />
    <Skeleton width="70%" />
    <Skeleton width="55%" />
    <Skeleton width="65%" />
    <Skeleton width="60%" />
  </Card>
)

/** Placeholder of title and cards in their final places. */
export const ProjectSkeleton = () => (
  <div role="status">
    <VisuallyHidden>Loading</VisuallyHidden>
    <Delayed>
      <Skeleton className={css.titleSkeleton} />
      <div className={css.columns}>
        <CardSkeleton />
        <CardSkeleton />
      </div>
    </Delayed>
  </div>
)
