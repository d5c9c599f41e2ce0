import type { MailText, NoticeText, Texts } from './texts.ts';

const TIME = 'Data e hora: {at}.';
const WAS_YOU = 'Se foi você, não é preciso fazer nada.';

/** A change that its owner may not have made, and what they are to do then. */
const change = (
  subject: string,
  fact: string,
  advice = 'Se não foi você, redefina sua senha agora mesmo e escreva para {support}.',
): NoticeText => ({
  subject,
  paragraphs: [fact, TIME, advice],
  button: 'Ver sua conta',
  footnotes: [WAS_YOU],
  push: fact,
});

const NOT_YOU = 'Se não foi você, não é preciso fazer nada.';
const SWITCHES = 'No seu perfil você escolhe quais e-mails enviamos.';

const notices: Texts['notices'] = {
  password_changed: change(
    'Sua senha de {product} foi alterada',
    'A senha da sua conta foi alterada, e a sessão foi encerrada em todos os outros dispositivos.',
  ),
  two_factor_enabled: change(
    'A verificação em duas etapas está ativada em {product}',
    'Para entrar na sua conta, agora é preciso uma segunda etapa, com um app autenticador ou uma chave de acesso. A sessão foi encerrada em todos os outros dispositivos.',
  ),
  two_factor_disabled: change(
    'A verificação em duas etapas está desativada em {product}',
    'Para entrar na sua conta, não é mais pedida uma segunda etapa.',
  ),
  backup_codes_renewed: change(
    'Novos códigos de backup de {product}',
    'Novos códigos de backup foram criados para sua conta. Os antigos não funcionam mais.',
  ),
  backup_code_used: change(
    'Um código de backup de {product} foi usado',
    'Um código de backup da sua conta foi usado como segunda etapa. Ele não funciona uma segunda vez.',
  ),
  passkey_added: change(
    'Uma chave de acesso foi adicionada à sua conta {product}',
    'Uma chave de acesso foi adicionada à sua conta, neste dispositivo: {device}. Com ela é possível entrar sem a sua senha. Uma nova senha não impede isso: se a chave não for sua, remova-a no seu perfil.',
  ),
  passkey_removed: change(
    'Uma chave de acesso foi removida da sua conta {product}',
    'Uma chave de acesso da sua conta foi removida e não serve mais para entrar.',
  ),
  passkey_copied: change(
    'Uma cópia da sua chave de acesso de {product} foi recusada',
    'Alguém tentou entrar com o que parece ser uma cópia da sua chave de acesso, aqui: {device}. A pessoa não conseguiu entrar. Remova essa chave no seu perfil e adicione uma nova.',
  ),
  identity_linked: change(
    '{provider} agora dá acesso à sua conta de {product}',
    'Uma conta de {provider} foi vinculada à sua conta e agora permite entrar nela. Uma nova senha não impede isso: se a conta não for sua, desvincule-a no seu perfil.',
  ),
  identity_unlinked: change(
    '{provider} não dá mais acesso à sua conta de {product}',
    'A conta de {provider} foi desvinculada da sua conta e não permite mais entrar nela.',
  ),
  new_device: change(
    'Novo acesso a {product}',
    'Alguém, provavelmente você, entrou na sua conta de um dispositivo ou lugar que ainda não conhecíamos: {device}.',
  ),
  second_factors_refused: change(
    'Códigos de duas etapas errados na sua conta {product}',
    'Alguém digitou a senha certa da sua conta e depois vários códigos de duas etapas errados, o último aqui: {device}. A pessoa não conseguiu entrar, mas talvez conheça sua senha.',
  ),
  second_factors_refused_elsewhere: change(
    'Códigos de duas etapas errados na sua conta {product}',
    'Alguém entrou em {provider} com a conta vinculada à sua e depois digitou vários códigos de duas etapas errados, o último aqui: {device}. A pessoa não conseguiu entrar na sua conta.',
    'Se não foi você, proteja agora mesmo sua conta de {provider} ou desvincule-a no seu perfil, e escreva para {support}. Uma nova senha aqui não impede isso.',
  ),
  passwords_refused: change(
    'Muitas senhas erradas na sua conta {product}',
    'Alguém tentou muitas senhas erradas na sua conta, a última aqui: {device}. Nenhuma estava certa. Os dispositivos em que você já entrou continuam funcionando; os novos são recusados por até um dia, a menos que você redefina sua senha.',
  ),
  passwords_refused_known: change(
    'Muitas senhas erradas na sua conta {product}',
    'Alguém tentou muitas senhas erradas na sua conta, em um dispositivo em que você já entrou ou com dados copiados dele: {device}. Nenhuma estava certa. Uma nova senha encerra a sessão em todos os dispositivos.',
  ),
  email_change_requested: change(
    'Um novo endereço para sua conta de {product}',
    'Alguém, provavelmente você, pediu para passar sua conta para outro endereço de e-mail. Nada mudou ainda: é preciso um código que foi enviado ao novo endereço.',
  ),
  email_changed: change(
    'Seu endereço de {product} foi alterado',
    'Sua conta agora pertence a outro endereço de e-mail. Agora nossos e-mails vão para lá.',
    'Se não foi você, escreva agora mesmo para {support} a partir deste endereço: nenhum link para uma nova senha chega mais aqui. Se algum dispositivo seu ainda estiver conectado, coloque de volta lá este endereço no seu perfil e depois altere sua senha.',
  ),
  data_exported: change(
    'Uma cópia dos seus dados de {product} foi baixada',
    'Alguém, provavelmente você, baixou uma cópia de todos os dados da sua conta.',
  ),
  points_credited: {
    subject: 'Crédito de {points}',
    paragraphs: ['Você ganhou {points} com {what}. Seu saldo agora é de {balance}.'],
    button: 'Ver seu histórico',
    footnotes: [SWITCHES],
    push: '{what}. Seu saldo é de {balance}.',
  },
  points_reversed: {
    subject: 'Estorno de {points}',
    paragraphs: [
      'O parceiro que pagou por {what} estornou {points}. Seu saldo agora é de {balance}.',
      'Os parceiros fazem isso quando um anunciante não aceita uma tarefa: ela não foi concluída, já tinha sido feita antes ou um pedido foi cancelado. Se seu saldo estiver abaixo de zero, os próximos pontos cobrem a diferença.',
      'Se você acha que a tarefa estava certa, procure primeiro a ajuda do mural de ofertas e, se não resolver, escreva para {support}.',
    ],
    button: 'Ver seu histórico',
    footnotes: [SWITCHES],
    push: 'O parceiro de {what} estornou os pontos. Seu saldo é de {balance}.',
  },
  pending_reversed: {
    subject: 'Valor pendente cancelado: {points}',
    paragraphs: [
      'O parceiro não paga por {what}, por isso o valor pendente não chegará: {points}. Seu saldo continua em {balance}.',
      'Os parceiros fazem isso quando um anunciante não aceita uma tarefa: ela não foi concluída, já tinha sido feita antes ou um pedido foi cancelado.',
      'Se você acha que a tarefa estava certa, procure primeiro a ajuda do mural de ofertas e, se não resolver, escreva para {support}.',
    ],
    button: 'Ver seu histórico',
    footnotes: [SWITCHES],
    push: 'O parceiro não paga por {what}. Seu saldo continua em {balance}.',
  },
  debt_met: {
    subject: 'Desconto de {points} por uma conta anterior',
    paragraphs: [
      'Uma conta anterior sua com a mesma caixa de e-mail ainda devia {points}. Esse valor foi retirado do seu saldo, que agora é de {balance}.',
      'Se seu saldo estiver abaixo de zero, os próximos pontos cobrem a diferença.',
      'Se você acha que houve um erro, escreva para {support}.',
    ],
    button: 'Ver seu histórico',
    footnotes: [SWITCHES],
    push: 'Uma conta anterior sua ainda devia este valor. Seu saldo agora é de {balance}.',
  },
  claim_granted: {
    subject: 'A recompensa que faltava chegou: {points}',
    paragraphs: ['Analisamos seu relato sobre {what} e creditamos {points} na sua conta.', '{answer}'],
    button: 'Ver seu histórico',
    footnotes: [SWITCHES],
    push: 'Creditamos {points} na sua conta por {what}.',
  },
  claim_refused: {
    subject: 'Analisamos seu relato',
    paragraphs: ['Analisamos seu relato sobre {what} e não podemos aceitá-lo.', '{answer}'],
    button: 'Ver suas tarefas',
    footnotes: ['Dúvidas? Escreva para {support}.'],
    push: 'Não podemos aceitar seu relato sobre {what}. A resposta está junto dos seus relatos.',
  },
  offer_deadline: {
    subject: 'Falta pouco tempo: {what}',
    paragraphs: [
      'Você começou {what}. A próxima etapa precisa ser alcançada até {at}; depois disso, ela não rende mais pontos.',
    ],
    button: 'Ver suas tarefas',
    footnotes: [SWITCHES],
    push: 'A próxima etapa precisa ser alcançada até {at}.',
  },
  threshold_reached: {
    subject: 'Sua recompensa está pronta',
    paragraphs: ['Seu saldo chegou a {balance}. Você pode resgatá-lo quando quiser.'],
    button: 'Resgatar sua recompensa',
    footnotes: [SWITCHES],
    push: 'Seu saldo chegou a {balance}. Resgate quando quiser.',
  },
  redemption_issued: {
    subject: 'Sua recompensa de {amount} está pronta',
    paragraphs: [
      'Sua recompensa de {amount} foi emitida. Você a encontra na tela Cartões, com tudo de que precisa para usá-la.',
    ],
    button: 'Mostrar minha recompensa',
    footnotes: ['Nunca enviamos números de cartão nem códigos por e-mail.'],
    push: 'Você a encontra na tela Cartões.',
  },
  redemption_failed: {
    subject: 'Não foi possível emitir sua recompensa de {amount}',
    paragraphs: [
      'O emissor recusou sua recompensa de {amount}. Você não perdeu nada: devolvemos {points} ao seu saldo.',
      'Se tiver alguma dúvida, escreva para {support}.',
    ],
    button: 'Ver meus cartões',
    footnotes: [SWITCHES],
    push: 'Você não perdeu nada: devolvemos {points} ao seu saldo.',
  },
  redemption_refused: {
    subject: 'Não foi possível dar a você a recompensa de {amount}',
    paragraphs: [
      'A equipe de {product} não pôde dar a você a recompensa de {amount}. Você não perdeu nada: devolvemos {points} ao seu saldo.',
      '{text}',
    ],
    button: 'Ver meus cartões',
    footnotes: ['Dúvidas? Escreva para {support}.'],
    push: 'Você não perdeu nada: devolvemos {points} ao seu saldo.',
  },
  redemption_in_review: {
    subject: 'Sua recompensa de {amount} vai demorar mais',
    paragraphs: [
      'Sua recompensa de {amount} ainda não foi emitida, por isso uma pessoa está cuidando dela. Seus pontos estão reservados e não podem se perder.',
      'Avisaremos você assim que houver uma decisão.',
    ],
    button: 'Ver meus cartões',
    footnotes: [SWITCHES],
    push: 'Uma pessoa está cuidando dela. Seus pontos estão reservados.',
  },
  redemption_late: {
    subject: 'Sua recompensa de {amount} vai demorar mais',
    paragraphs: [
      'Sua recompensa de {amount} está demorando mais do que prometemos: quem a entrega é a nossa equipe, que ainda não conseguiu fazer isso. Seus pontos estão reservados e não podem se perder.',
      'Avisaremos você assim que ela estiver pronta. Se não pudermos entregá-la, você recebe seus pontos de volta e dizemos por quê.',
    ],
    button: 'Ver meus cartões',
    footnotes: [SWITCHES],
    push: 'Quem a entrega é a nossa equipe. Seus pontos estão reservados.',
  },
  redemption_details: {
    subject: 'Seu cartão de {amount} espera seus dados',
    paragraphs: [
      'Para emitir seu cartão de {amount}, o emissor precisa do seu endereço de cobrança e de um nome no perfil em letras latinas (A–Z).',
      'Informe seu endereço de cobrança na tela Cartões. Seu cartão segue assim que o emissor tiver os dois. Se você já informou os dois, o emissor não aceitou um deles: confira cada linha.',
    ],
    button: 'Ver meus cartões',
    footnotes: ['Dúvidas? Escreva para {support}.'],
    push: 'O emissor precisa do seu endereço de cobrança e de um nome em letras latinas.',
  },
  award_issued: {
    subject: '{product} deu a você um cartão de {amount}',
    paragraphs: [
      'A equipe de {product} deu a você um cartão de {amount}. Ele não usou nenhum dos seus pontos.',
      '{text}',
      'Você o encontra na tela Cartões, com tudo de que precisa para usá-lo.',
    ],
    button: 'Mostrar meu cartão',
    footnotes: ['Nunca enviamos números de cartão por e-mail.'],
    push: 'Ele não usou nenhum dos seus pontos. Você o encontra na tela Cartões.',
  },
  award_failed: {
    subject: 'Não foi possível emitir seu cartão de presente de {amount}',
    paragraphs: [
      'A equipe de {product} deu a você um cartão de {amount}, mas não foi possível emiti-lo. Ele não usou nenhum dos seus pontos.',
      '{text}',
      'Se tiver alguma dúvida, escreva para {support}.',
    ],
    button: 'Ver meus cartões',
    footnotes: [SWITCHES],
    push: 'Ele não usou nenhum dos seus pontos. Veja o motivo na tela Cartões.',
  },
  points_added: {
    subject: 'Você recebeu {points} de {product}',
    paragraphs: [
      'A equipe de {product} adicionou {points} ao seu saldo, que agora é de {balance}.',
      '{text}',
    ],
    button: 'Ver meu saldo',
    footnotes: [SWITCHES],
    push: 'O crédito vem da nossa equipe. Seu saldo agora é de {balance}.',
  },
  points_removed: {
    subject: 'Desconto de {points} no seu saldo',
    paragraphs: [
      'A equipe de {product} retirou {points} do seu saldo, que agora é de {balance}.',
      '{text}',
      'Se você acha que houve um erro, escreva para {support}.',
    ],
    button: 'Ver meu saldo',
    footnotes: ['Dúvidas? Escreva para {support}.'],
    push: 'Seu saldo agora é de {balance}. Veja o motivo no e-mail.',
  },
  redemption_checked: {
    subject: 'Vamos verificar sua recompensa de {amount} antes de emiti-la',
    paragraphs: [
      'Uma pessoa da nossa equipe analisa seu resgate de {points} antes de emitir sua recompensa de {amount}. Seus pontos estão reservados e não podem se perder.',
      'A tela Cartões mostra até quando sai a decisão. Você não precisa fazer nada, a menos que façamos uma pergunta por lá.',
    ],
    button: 'Ver meus cartões',
    footnotes: ['Dúvidas? Escreva para {support}.'],
    push: 'Uma pessoa analisa primeiro. Seus pontos estão reservados.',
  },
  redemption_question: {
    subject: 'Uma pergunta sobre sua recompensa de {amount}',
    paragraphs: [
      'Antes de emitir sua recompensa de {amount}, nossa equipe pergunta:',
      '{text}',
      'Responda na tela Cartões. Seus pontos estão reservados e não podem se perder.',
    ],
    button: 'Responder',
    footnotes: ['Dúvidas? Escreva para {support}.'],
    push: 'Nossa equipe tem uma pergunta. Responda na tela Cartões.',
  },
  review_refunded: {
    subject: 'Devolução de {points} ao seu saldo',
    paragraphs: [
      'Depois de uma verificação, sua recompensa de {amount} não foi emitida, e devolvemos {points} ao seu saldo.',
      '{text}',
    ],
    button: 'Ver meus cartões',
    footnotes: ['Dúvidas? Escreva para {support}.'],
    push: 'Sua recompensa de {amount} não foi emitida depois de uma verificação.',
  },
  review_lapsed: {
    subject: 'Devolução de {points} ao seu saldo',
    paragraphs: [
      'Não conseguimos decidir a tempo sobre sua recompensa de {amount}, por isso ela não foi emitida. Devolvemos {points} ao seu saldo.',
      'Pedimos desculpas pela espera.',
    ],
    button: 'Ver meus cartões',
    footnotes: ['Dúvidas? Escreva para {support}.'],
    push: 'Não conseguimos decidir a tempo sobre sua recompensa de {amount}.',
  },
  review_stopped: {
    subject: 'Devolução de {points} ao seu saldo',
    paragraphs: [
      'Sua conta estava pausada ou suspensa quando terminou o prazo para decidir sobre sua recompensa de {amount}, por isso ela não foi emitida. Devolvemos {points} ao seu saldo.',
      'Quando sua conta estiver ativa de novo, você poderá resgatar outra vez.',
    ],
    button: 'Ver meus cartões',
    footnotes: ['Dúvidas? Escreva para {support}.'],
    push: 'Sua conta estava pausada ou suspensa, por isso sua recompensa de {amount} não foi emitida.',
  },
  review_overdue: {
    subject: 'Um resgate de {amount} espera uma decisão',
    paragraphs: [
      'Um resgate de {amount} está em análise, e metade do prazo já passou. Quando o prazo acabar, o site decide conforme as configurações.',
    ],
    button: 'Abrir as análises',
    footnotes: [],
    push: 'Metade do prazo da análise já passou.',
  },
  webhook_stopped: {
    subject: 'O webhook para {what} está desligado',
    paragraphs: [
      'Os eventos não são mais enviados para {what}: ele respondeu que não quer mais, ou não aceitou nada por cinco dias. O que acontecer a partir de agora não é informado a ele.',
      'Quando o outro sistema voltar a funcionar, ligue o webhook e reenvie o que falhou.',
    ],
    button: 'Abrir os webhooks',
    footnotes: [],
    push: 'Ele não quer mais eventos, ou não aceitou nenhum por cinco dias.',
  },
  redemption_returned: {
    subject: 'Sua recompensa de {amount} foi cancelada',
    paragraphs: [
      'O emissor cancelou sua recompensa de {amount} antes que qualquer valor fosse gasto. Você não perdeu nada: devolvemos {points} ao seu saldo.',
    ],
    button: 'Ver meus cartões',
    footnotes: [SWITCHES],
    push: 'Nada foi gasto: devolvemos {points} ao seu saldo.',
  },
  redemption_withdrawn: {
    subject: 'Sua recompensa de {amount} foi cancelada',
    paragraphs: [
      'O emissor cancelou sua recompensa de {amount}, por isso ela não pode mais ser usada. Nenhum ponto foi devolvido.',
      'Se você acha que houve um erro, escreva para {support}. Uma pessoa vai analisar.',
    ],
    button: 'Ver meus cartões',
    footnotes: [SWITCHES],
    push: 'Ela não pode mais ser usada. Veja o motivo na tela Cartões.',
  },
  reward_ending: {
    subject: 'Sua recompensa de {amount} vence em breve',
    paragraphs: [
      'Você pode usar sua recompensa de {amount} até {day}; depois disso, não mais. Você a encontra na tela Cartões.',
      'Se você já a usou, não é preciso fazer nada.',
    ],
    button: 'Mostrar minha recompensa',
    footnotes: [SWITCHES],
    push: 'Você pode usá-la até {day}.',
  },
  account_suspended: {
    subject: 'Sua conta em {product} está suspensa',
    paragraphs: [
      'Sua conta está suspensa. Ninguém pode entrar nela, e nada é emitido a partir dela. Nenhum ponto é tirado por isso, mas os parceiros ainda podem estornar o que pagaram.',
      'O motivo: {reason}.',
      '{text}',
      'Você pode responder: entre como de costume e verá onde. Uma pessoa lê e decide.',
    ],
    button: 'Entrar',
    footnotes: ['Dúvidas? Escreva para {support}.'],
    push: 'Sua conta está suspensa.',
  },
  account_reinstated: {
    subject: 'Sua conta em {product} está aberta de novo',
    paragraphs: ['A suspensão da sua conta terminou. Você pode entrar como antes.', '{answer}'],
    button: 'Entrar',
    footnotes: ['Dúvidas? Escreva para {support}.'],
    push: 'Você pode entrar de novo.',
  },
  suspension_kept: {
    subject: 'Analisamos sua resposta',
    paragraphs: ['Analisamos sua resposta, e sua conta continua suspensa.', '{answer}'],
    button: 'Entrar',
    footnotes: ['Dúvidas? Escreva para {support}.'],
    push: 'Sua conta continua suspensa.',
  },
  account_paused: {
    subject: 'Seus resgates em {product} estão pausados',
    paragraphs: [
      'Os resgates da sua conta estão pausados. Você pode entrar, ver tudo e continuar ganhando, e seus pontos continuam seus.',
      'O motivo: {reason}.',
      '{text}',
      'Você pode responder no seu perfil. Uma pessoa lê e decide.',
    ],
    button: 'Ler e responder',
    footnotes: ['Dúvidas? Escreva para {support}.'],
    push: 'Veja no seu perfil o motivo e como responder.',
  },
  api_key_created: {
    subject: 'Uma nova chave de API de {product} foi criada',
    paragraphs: [
      'Um proprietário de {product} criou a chave de API “{keyName}” ({beginning}…). Quem a tiver pode chamar a parte de administração de {product}. A lista de chaves diz quem a criou, o que ela pode fazer e até quando.',
      'Se ninguém da sua equipe a queria, revogue-a imediatamente.',
    ],
    button: 'Ver as chaves de API',
    footnotes: ['Todos os proprietários recebem este e-mail.'],
    push: 'Um proprietário criou a chave “{keyName}”.',
  },
  webhook_addressed: {
    subject: 'Um webhook de {product} tem um novo endereço',
    paragraphs: [
      'Um proprietário de {product} criou um webhook ou deu a um deles um novo endereço: os eventos do site agora vão para {what}. A lista de webhooks diz quais eventos, e a trilha de auditoria, quem fez isso.',
      'Se ninguém da sua equipe quis isso, remova o webhook imediatamente.',
    ],
    button: 'Abrir os webhooks',
    footnotes: ['Todos os proprietários recebem este e-mail.'],
    push: 'Os eventos do site agora vão para {what}.',
  },
  staff_changed: {
    subject: 'Uma função de administração de {product} mudou',
    paragraphs: [
      'Alguém recebeu uma função de administração em {product}, outra função, ou não tem mais nenhuma. A lista da equipe diz quem tem qual função, e a trilha de auditoria, quem a mudou.',
      'Se ninguém da sua equipe quis isso, retire a função imediatamente.',
    ],
    button: 'Ver a equipe',
    footnotes: ['Todos os proprietários recebem este e-mail.'],
    push: 'Alguém recebeu uma função de administração, outra função, ou não tem mais nenhuma.',
  },
  staff_suspension: {
    subject: 'Um administrador de {product} foi suspenso, ou uma suspensão terminou',
    paragraphs: [
      'Alguém com uma função de administração em {product} foi suspenso, ou a suspensão terminou. A trilha de auditoria diz de quem se trata e quem fez isso.',
      'Se ninguém da sua equipe quis isso, desfaça imediatamente.',
    ],
    button: 'Abrir a trilha de auditoria',
    footnotes: ['Todos os proprietários recebem este e-mail.'],
    push: 'Um administrador foi suspenso, ou uma suspensão terminou.',
  },
  connection_ended: {
    subject: 'Uma chave de API ou um webhook de {product} foi desligado',
    paragraphs: [
      'Um proprietário de {product} revogou uma chave de API, removeu ou desligou um webhook, ou tirou eventos dele: {what}. O que dependia disso pode parar de funcionar. A trilha de auditoria diz quem fez isso.',
      'Se ninguém da sua equipe quis isso, substitua-o imediatamente.',
    ],
    button: 'Abrir a trilha de auditoria',
    footnotes: ['Todos os proprietários recebem este e-mail.'],
    push: 'O que dependia de {what} pode parar de funcionar.',
  },
  staff_factor_reset: {
    subject: 'A segunda etapa de um administrador de {product} foi redefinida',
    paragraphs: [
      'Na linha de comando do servidor, foram removidas a segunda etapa e todas as chaves de acesso de alguém com uma função de administração em {product}. Até que sejam configuradas de novo, só a senha basta para entrar nessa conta. A trilha de auditoria diz de quem se trata.',
      'Se ninguém da sua equipe quis isso, retire a função imediatamente.',
    ],
    button: 'Ver a equipe',
    footnotes: ['Todos os proprietários recebem este e-mail.'],
    push: 'A segunda etapa de um administrador foi redefinida.',
  },
  staff_role_changed: {
    subject: 'Sua função em {product} mudou',
    paragraphs: [
      'Você recebeu uma função de administração em {product}, outra função, ou não tem mais nenhuma. Todas as suas sessões foram encerradas. Entre de novo para ver o que você pode fazer agora.',
    ],
    button: 'Abrir meu perfil',
    footnotes: ['Se você não esperava isto, escreva para {support}.'],
    push: 'Todas as suas sessões foram encerradas.',
  },
  account_resumed: {
    subject: 'Seus resgates em {product} estão abertos de novo',
    paragraphs: ['A pausa da sua conta terminou. Você pode resgatar seus pontos como antes.'],
    button: 'Ir para o perfil',
    footnotes: ['Dúvidas? Escreva para {support}.'],
    push: 'Você pode resgatar seus pontos como antes.',
  },
  appeal_granted: {
    subject: 'Analisamos sua resposta',
    paragraphs: ['Analisamos sua resposta, e a pausa da sua conta terminou.', '{answer}'],
    button: 'Ir para o perfil',
    footnotes: ['Dúvidas? Escreva para {support}.'],
    push: 'A pausa da sua conta terminou.',
  },
  appeal_kept: {
    subject: 'Analisamos sua resposta',
    paragraphs: [
      'Analisamos sua resposta, e a pausa da sua conta continua por enquanto. Seus pontos continuam seus.',
      '{answer}',
    ],
    button: 'Ir para o perfil',
    footnotes: ['Dúvidas? Escreva para {support}.'],
    push: 'A pausa continua por enquanto. Veja seu perfil.',
  },
};

const mails: Record<keyof Texts['mails'], MailText> = {
  verificationCode: {
    subject: '{code} é seu código de {product}',
    paragraphs: [
      'Boas-vindas! Digite este código para confirmar seu endereço de e-mail e concluir o cadastro:',
    ],
    button: 'Confirmar neste dispositivo',
    footnotes: [
      'O código vale por {minutes} minutos. Um código mais recente anula este.',
      'Se você não se cadastrou, ignore este e-mail: sem o código não existe conta. Não passe o código a ninguém.',
    ],
  },
  alreadyMember: {
    subject: 'Você já tem uma conta de {product}',
    paragraphs: [
      'Alguém, provavelmente você, tentou se cadastrar em {product} com este endereço. Ele já tem uma conta, por isso nada mudou.',
      'Entre com sua senha. Se você a esqueceu, escolha “Esqueceu a senha?” na tela de entrada.',
    ],
    button: 'Entrar',
    footnotes: [NOT_YOU],
  },
  resetLink: {
    subject: 'Redefina sua senha de {product}',
    paragraphs: ['Alguém, provavelmente você, pediu para redefinir a senha da sua conta.'],
    button: 'Escolher uma nova senha',
    footnotes: [
      'O link funciona uma vez e expira em {hours} hora. Um link mais recente anula este.',
      'Se não foi você, ignore este e-mail: sua senha continua como está.',
    ],
  },
  emailChangeCode: {
    subject: '{code} confirma seu novo endereço em {product}',
    paragraphs: ['Digite este código no seu perfil para passar sua conta para este endereço:'],
    footnotes: [
      'O código vale por {minutes} minutos. Um código mais recente anula este.',
      'Se você não pediu isto, ignore este e-mail: nada muda sem o código. Não passe o código a ninguém.',
    ],
  },
  emailTaken: {
    subject: 'Este endereço já tem uma conta de {product}',
    paragraphs: [
      'Alguém pediu para passar outra conta de {product} para este endereço. Ele já tem uma conta própria, por isso nada mudou.',
    ],
    footnotes: [NOT_YOU],
  },
  farewell: {
    subject: 'Sua conta de {product} foi excluída',
    paragraphs: [
      'Sua conta foi excluída, e seus dados pessoais foram apagados. As recompensas que ainda estavam a caminho não podem mais ser retiradas. Registros sob um número aleatório e, talvez, uma impressão digital da sua caixa de e-mail permanecem pelo tempo que a política de privacidade indica. Obrigado pelo tempo que passou aqui.',
      TIME,
      'Se não foi você, escreva para {support} agora mesmo. Dados excluídos não podem ser recuperados.',
    ],
    footnotes: ['Este é o último e-mail para este endereço. Você pode se cadastrar de novo quando quiser.'],
  },
  farewellToEarlier: {
    subject: 'Uma conta de {product} que tinha este endereço foi excluída',
    paragraphs: [
      'Uma conta de {product} que até há pouco tinha este endereço foi excluída.',
      TIME,
      'Se não foi você quem a passou para outro endereço e a excluiu, escreva agora mesmo para {support} a partir deste endereço. Dados excluídos não podem ser recuperados.',
    ],
    footnotes: [WAS_YOU],
  },
};

/** Brazilian Portuguese. */
export const pt: Texts = {
  points: { one: '{count} ponto', many: '{count} pontos', other: '{count} pontos' },
  notices,
  mails,
  pauseReasons: {
    many_accounts: 'várias contas parecem ser da mesma pessoa',
    disposable_email: 'a conta usa um endereço de e-mail descartável',
    unusual_speed: 'as tarefas foram concluídas rápido demais para o normal',
    many_reversals: 'parceiros estornaram muitos pontos',
    region: 'a conta parece ser usada em uma região que não atendemos',
    staff_review: 'uma pessoa da nossa equipe está analisando a conta',
  },
  pass: {
    description: 'Lembrete de recompensa de {product}',
    value: 'Valor',
    issued: 'Emissão',
    expires: 'Válido até',
    reference: 'Referência',
    about: 'Sobre este lembrete',
    note: 'Este cartão só lembra você da sua recompensa. Ele não é um cartão de pagamento, não paga por aproximação e não contém código. Sua recompensa está na sua conta de {product}.',
    brief: 'Este cartão não paga. A recompensa está em {product}.',
    open: 'Abrir {product}',
    test: 'LEMBRETE DE TESTE',
  },
  unsubscribe: {
    why: 'Você recebe este e-mail porque aceitou novidades e ofertas de {product}.',
    link: 'Cancelar recebimento',
    title: 'Cancelar recebimento',
    question:
      'Quer deixar de receber novidades e ofertas de {product} por e-mail? Os e-mails sobre sua conta continuam chegando.',
    button: 'Cancelar recebimento',
    doneTitle: 'Recebimento cancelado',
    done: 'Não enviaremos mais novidades e ofertas. Você pode aceitá-las de novo no seu perfil.',
    invalidTitle: 'Este link não funciona',
    invalid:
      'O link está incompleto. Abra-o de novo pelo e-mail ou desative os e-mails de marketing no seu perfil.',
    home: 'Ir para {product}',
  },
};
