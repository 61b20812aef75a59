import { plainRequest } from './polite.ts';
import { trimmed } from './script.ts';

/** What a request is about, in few words: its first sentence, without what is listed behind a colon. */
export function topicOf(text: string): string {
  const [sentence = ''] = plainRequest(text.slice(0, MOST_READ)).split(/(?<=[^\d])[.?!](?:\s|$)|[。？！;；\n]/);
  const [head = ''] = sentence.split(/[:：]/);
  const topic = trimmed(head.length >= SHORTEST ? head : sentence).replace(/\s+/g, ' ');
  return topic.length > LONGEST ? `${topic.slice(0, LONGEST)}…` : topic;
}

const MOST_READ = 400;
const SHORTEST = 4;
const LONGEST = 48;
