import type { AnswerGiven } from '@polywire/client';
import type { PartOf } from '@polywire/protocol';
import { useChat } from './context.ts';
import { answerTo, deeds, useDeed } from './deeds.ts';

/** Answers a question, once. `given` is the answer while it is on its way. */
export function useAnswer(question: PartOf<'question'> | undefined) {
  const { act, place, focusField } = useChat();
  const given = useDeed<AnswerGiven>(place, answerTo(question), question);
  const answer = (what: AnswerGiven) => {
    if (!question) return;
    focusField();
    const work = () => act((client) => client.answer(question.inputId, what));
    void deeds.begin(place, answerTo(question), { what, about: question }, work);
  };
  return { given, answer };
}
