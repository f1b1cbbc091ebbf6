import { NothingTrained } from '../../lib/nothing-trained.tsx'

const TrainingEvaluationPage = () => (
  <NothingTrained
    title="Training Evaluation"
    missing="No trainings to evaluate"
    purpose="Finished trainings are listed here, with how well each of them does on images that it has not seen."
  />
)

export default TrainingEvaluationPage
