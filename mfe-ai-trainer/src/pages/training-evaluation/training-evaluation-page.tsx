import { NoTrainingsPage } from '../../lib/no-trainings-page.tsx'

const TrainingEvaluationPage = () => (
  <NoTrainingsPage
    title="Training Evaluation"
    missing="No trainings to evaluate"
    purpose="Finished trainings are listed here, with their performance on images that were not used for training."
  />
)

export default TrainingEvaluationPage
