import type { Context } from '#server/app/context.ts';
import { authorizeSystemAction } from '#server/authorization/authorize.ts';
import type { getAnswerModel } from '#shared/contracts/answers.ts';
import type { ResultOf } from '#shared/contracts/endpoint.ts';

export function showAnswerModel({ actor, answerModel }: Context): ResultOf<typeof getAnswerModel> {
  authorizeSystemAction(actor, 'manageSettings');
  return answerModel ? { model: answerModel.model, host: answerModel.host } : null;
}
