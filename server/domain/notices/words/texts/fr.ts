import type { MailText, NoticeText, Texts } from './texts.ts';

const TIME = 'Date et heure : {at}.';
const WAS_YOU = 'Si c’était vous, il n’y a rien à faire.';

/** A change that its owner may not have made, and what they are to do then. */
const change = (
  subject: string,
  fact: string,
  advice = 'Si ce n’était pas vous, réinitialisez tout de suite votre mot de passe et écrivez à {support}.',
): NoticeText => ({
  subject,
  paragraphs: [fact, TIME, advice],
  button: 'Voir votre compte',
  footnotes: [WAS_YOU],
  push: fact,
});

const NOT_YOU = 'Si ce n’était pas vous, il n’y a rien à faire.';
const SWITCHES = 'Vous choisissez dans votre profil les e-mails que nous envoyons.';
const QUESTIONS = 'Des questions ? Écrivez à {support}.';

const notices: Texts['notices'] = {
  password_changed: change(
    'Votre mot de passe {product} a été changé',
    'Le mot de passe de votre compte a été changé, et tous les autres appareils ont été déconnectés.',
  ),
  two_factor_enabled: change(
    'Validation en deux étapes activée pour {product}',
    'Pour vous connecter à votre compte, une seconde étape est désormais demandée, avec une appli d’authentification ou une clé d’accès. Tous les autres appareils ont été déconnectés.',
  ),
  two_factor_disabled: change(
    'Validation en deux étapes désactivée pour {product}',
    'Pour vous connecter à votre compte, aucune seconde étape n’est plus demandée.',
  ),
  backup_codes_renewed: change(
    'Nouveaux codes de secours {product}',
    'De nouveaux codes de secours ont été créés pour votre compte. Les anciens ne fonctionnent plus.',
  ),
  backup_code_used: change(
    'Un code de secours {product} a été utilisé',
    'Un code de secours de votre compte a été utilisé comme seconde étape. Il ne fonctionne pas une seconde fois.',
  ),
  passkey_added: change(
    'Une clé d’accès a été ajoutée à votre compte {product}',
    'Une clé d’accès a été ajoutée à votre compte, sur cet appareil : {device}. Elle permet de se connecter sans votre mot de passe. Un nouveau mot de passe n’y change rien : si cette clé n’est pas à vous, retirez-la dans votre profil.',
  ),
  passkey_removed: change(
    'Une clé d’accès a été retirée de votre compte {product}',
    'Une clé d’accès de votre compte a été retirée et ne permet plus de se connecter.',
  ),
  passkey_copied: change(
    'Une copie de votre clé d’accès {product} a été refusée',
    'Quelqu’un a essayé de se connecter avec ce qui semble être une copie de votre clé d’accès, ici : {device}. La connexion a échoué. Retirez cette clé dans votre profil et ajoutez-en une nouvelle.',
  ),
  identity_linked: change(
    '{provider} permet de se connecter à votre compte {product}',
    'Un compte {provider} a été associé à votre compte et permet désormais de s’y connecter. Un nouveau mot de passe n’y change rien : si ce compte n’est pas à vous, dissociez-le dans votre profil.',
  ),
  identity_unlinked: change(
    '{provider} ne permet plus de se connecter à votre compte {product}',
    'Le compte {provider} a été dissocié de votre compte et ne permet plus de s’y connecter.',
  ),
  new_device: change(
    'Nouvelle connexion à {product}',
    'Quelqu’un, sans doute vous, s’est connecté à votre compte depuis un appareil ou un lieu inconnu jusqu’ici : {device}.',
  ),
  second_factors_refused: change(
    'Codes de validation en deux étapes erronés pour votre compte {product}',
    'Quelqu’un a saisi le bon mot de passe de votre compte, puis plusieurs codes de validation en deux étapes erronés, le dernier ici : {device}. La connexion a échoué, mais cette personne connaît peut-être votre mot de passe.',
  ),
  second_factors_refused_elsewhere: change(
    'Codes de validation en deux étapes erronés pour votre compte {product}',
    'Quelqu’un s’est connecté à {provider} avec le compte associé au vôtre, puis a saisi plusieurs codes de validation en deux étapes erronés, le dernier ici : {device}. La connexion à votre compte a échoué.',
    'Si ce n’était pas vous, sécurisez tout de suite votre compte {provider} ou dissociez-le dans votre profil, et écrivez à {support}. Un nouveau mot de passe ici n’y change rien.',
  ),
  passwords_refused: change(
    'De nombreux mots de passe erronés pour votre compte {product}',
    'Quelqu’un a essayé un très grand nombre de mots de passe erronés pour votre compte, le dernier ici : {device}. Aucun n’était le bon. Les appareils sur lesquels vous vous êtes déjà connecté fonctionnent toujours ; les nouveaux sont refusés pendant un jour au plus, sauf si vous réinitialisez votre mot de passe.',
  ),
  passwords_refused_known: change(
    'De nombreux mots de passe erronés pour votre compte {product}',
    'Quelqu’un a essayé de nombreux mots de passe erronés pour votre compte, sur un appareil où vous vous êtes déjà connecté ou avec des données copiées de celui-ci : {device}. Aucun n’était le bon. Un nouveau mot de passe déconnecte tous les appareils.',
  ),
  email_change_requested: change(
    'Une nouvelle adresse pour votre compte {product}',
    'Quelqu’un, sans doute vous, a demandé de transférer votre compte vers une autre adresse e-mail. Rien n’a encore changé : il faut pour cela un code envoyé à la nouvelle adresse.',
  ),
  email_changed: change(
    'Votre adresse {product} a été changée',
    'Votre compte est maintenant lié à une autre adresse e-mail. Nos e-mails y arrivent désormais.',
    'Si ce n’était pas vous, écrivez tout de suite à {support} depuis cette adresse : aucun lien pour un nouveau mot de passe n’y est plus envoyé. Si l’un de vos appareils est encore connecté, remettez-y cette adresse dans votre profil, puis changez votre mot de passe.',
  ),
  data_exported: change(
    'Une copie de vos données {product} a été téléchargée',
    'Quelqu’un, sans doute vous, a téléchargé une copie de toutes les données de votre compte.',
  ),
  points_credited: {
    subject: 'Vous avez reçu {points}',
    paragraphs: ['Vous avez gagné {points} avec {what}. Votre solde est maintenant de {balance}.'],
    button: 'Voir votre historique',
    footnotes: [SWITCHES],
    push: '{what}. Votre solde est de {balance}.',
  },
  points_reversed: {
    subject: 'Un partenaire a repris {points}',
    paragraphs: [
      'Le partenaire qui avait payé pour {what} a repris {points}. Votre solde est maintenant de {balance}.',
      'Les partenaires font cela quand un annonceur n’accepte pas une tâche : elle n’était pas terminée, avait déjà été faite, ou une commande a été annulée. Si votre solde est négatif, vos prochains points le compenseront.',
      'Si vous pensez que la tâche était bien faite, consultez d’abord les pages d’aide du mur d’offres, et écrivez à {support} si elles n’aident pas.',
    ],
    button: 'Voir votre historique',
    footnotes: [SWITCHES],
    push: 'Le partenaire de {what} a repris ses points. Votre solde est de {balance}.',
  },
  pending_reversed: {
    subject: 'Montant en attente annulé : {points}',
    paragraphs: [
      'Le partenaire ne paie pas pour {what}, le montant en attente n’arrivera donc pas : {points}. Votre solde reste de {balance}.',
      'Les partenaires font cela quand un annonceur n’accepte pas une tâche : elle n’était pas terminée, avait déjà été faite, ou une commande a été annulée.',
      'Si vous pensez que la tâche était bien faite, consultez d’abord les pages d’aide du mur d’offres, et écrivez à {support} si elles n’aident pas.',
    ],
    button: 'Voir votre historique',
    footnotes: [SWITCHES],
    push: 'Le partenaire ne paie pas pour {what}. Votre solde reste de {balance}.',
  },
  debt_met: {
    subject: 'Retrait de {points} pour un ancien compte',
    paragraphs: [
      'Un de vos anciens comptes, à la même boîte e-mail, devait encore {points}. Ce montant a été retiré de votre solde, qui est maintenant de {balance}.',
      'Si votre solde est négatif, vos prochains points le compenseront.',
      'Si vous pensez que c’est une erreur, écrivez à {support}.',
    ],
    button: 'Voir votre historique',
    footnotes: [SWITCHES],
    push: 'Un de vos anciens comptes devait encore ce montant. Votre solde est maintenant de {balance}.',
  },
  claim_granted: {
    subject: 'Votre récompense manquante est arrivée : {points}',
    paragraphs: [
      'Nous avons examiné votre signalement sur {what} et crédité {points} sur votre compte.',
      '{answer}',
    ],
    button: 'Voir votre historique',
    footnotes: [SWITCHES],
    push: 'Nous avons crédité {points} pour {what}.',
  },
  claim_refused: {
    subject: 'Nous avons examiné votre signalement',
    paragraphs: ['Nous avons examiné votre signalement sur {what} et ne pouvons pas l’accepter.', '{answer}'],
    button: 'Voir vos tâches',
    footnotes: [QUESTIONS],
    push: 'Nous ne pouvons pas accepter votre signalement sur {what}. La réponse est avec vos signalements.',
  },
  offer_deadline: {
    subject: 'Il reste peu de temps : {what}',
    paragraphs: [
      'Vous avez commencé {what}. La prochaine étape doit être atteinte avant le {at} ; ensuite, elle ne rapporte plus de points.',
    ],
    button: 'Voir vos tâches',
    footnotes: [SWITCHES],
    push: 'La prochaine étape doit être atteinte avant le {at}.',
  },
  threshold_reached: {
    subject: 'Votre récompense est prête',
    paragraphs: ['Votre solde a atteint {balance}. Vous pouvez l’échanger quand vous voulez.'],
    button: 'Choisir ma récompense',
    footnotes: [SWITCHES],
    push: 'Votre solde a atteint {balance}. Échangez-le quand vous voulez.',
  },
  redemption_issued: {
    subject: 'Votre récompense de {amount} est prête',
    paragraphs: [
      'Votre récompense de {amount} a été émise. Vous la trouvez sur l’écran Cartes, avec tout ce qu’il faut pour la dépenser.',
    ],
    button: 'Voir ma récompense',
    footnotes: ['Nous n’envoyons jamais de numéros de carte ni de codes par e-mail.'],
    push: 'Vous la trouvez sur l’écran Cartes.',
  },
  redemption_failed: {
    subject: 'Votre récompense de {amount} n’a pas pu être émise',
    paragraphs: [
      'L’émetteur a refusé votre récompense de {amount}. Rien n’est perdu : vous retrouvez {points} sur votre solde.',
      'Si vous avez une question, écrivez à {support}.',
    ],
    button: 'Voir mes cartes',
    footnotes: [SWITCHES],
    push: 'Rien n’est perdu : vous retrouvez {points} sur votre solde.',
  },
  redemption_refused: {
    subject: 'Votre récompense de {amount} n’a pas pu être remise',
    paragraphs: [
      'L’équipe de {product} n’a pas pu vous remettre votre récompense de {amount}. Rien n’est perdu : vous retrouvez {points} sur votre solde.',
      '{text}',
    ],
    button: 'Voir mes cartes',
    footnotes: [QUESTIONS],
    push: 'Rien n’est perdu : vous retrouvez {points} sur votre solde.',
  },
  redemption_in_review: {
    subject: 'Votre récompense de {amount} prend plus de temps',
    paragraphs: [
      'Votre récompense de {amount} n’est pas encore émise, une personne l’examine donc. Vos points sont mis de côté pour elle et ne peuvent pas être perdus.',
      'Nous vous écrivons dès que c’est décidé.',
    ],
    button: 'Voir mes cartes',
    footnotes: [SWITCHES],
    push: 'Une personne l’examine. Vos points sont mis de côté.',
  },
  redemption_late: {
    subject: 'Votre récompense de {amount} prend plus de temps',
    paragraphs: [
      'Votre récompense de {amount} prend plus de temps que promis : notre propre équipe la fournit et n’a pas encore pu le faire. Vos points sont mis de côté pour elle et ne peuvent pas être perdus.',
      'Nous vous écrivons dès qu’elle est prête. Si nous ne pouvons pas vous la remettre, vous retrouvez vos points et nous vous disons pourquoi.',
    ],
    button: 'Voir mes cartes',
    footnotes: [SWITCHES],
    push: 'Notre propre équipe la fournit. Vos points sont mis de côté.',
  },
  redemption_details: {
    subject: 'Votre carte de {amount} attend vos informations',
    paragraphs: [
      'Pour émettre votre carte de {amount}, l’émetteur a besoin de votre adresse de facturation et d’un nom de profil en lettres latines (A–Z).',
      'Indiquez votre adresse de facturation sur l’écran Cartes. Votre carte avance dès que l’émetteur a les deux. Si vous avez déjà donné les deux, l’émetteur n’a pas accepté l’un d’eux : vérifiez chaque ligne.',
    ],
    button: 'Voir mes cartes',
    footnotes: [QUESTIONS],
    push: 'L’émetteur a besoin de votre adresse de facturation et d’un nom en lettres latines.',
  },
  award_issued: {
    subject: '{product} vous offre une carte de {amount}',
    paragraphs: [
      'L’équipe de {product} vous offre une carte de {amount}. Elle ne vous a coûté aucun point.',
      '{text}',
      'Vous la trouvez sur l’écran Cartes, avec tout ce qu’il faut pour la dépenser.',
    ],
    button: 'Voir ma carte',
    footnotes: ['Nous n’envoyons jamais de numéros de carte par e-mail.'],
    push: 'Elle ne vous a coûté aucun point. Vous la trouvez sur l’écran Cartes.',
  },
  award_failed: {
    subject: 'La carte offerte de {amount} n’a pas pu être émise',
    paragraphs: [
      'L’équipe de {product} vous a offert une carte de {amount}, mais elle n’a pas pu être émise. Elle ne vous a coûté aucun point.',
      '{text}',
      'Si vous avez une question, écrivez à {support}.',
    ],
    button: 'Voir mes cartes',
    footnotes: [SWITCHES],
    push: 'Elle ne vous a coûté aucun point. Le motif se trouve sur l’écran Cartes.',
  },
  points_added: {
    subject: 'Vous avez reçu {points} de {product}',
    paragraphs: [
      'L’équipe de {product} a ajouté {points} à votre solde, qui est maintenant de {balance}.',
      '{text}',
    ],
    button: 'Voir mon solde',
    footnotes: [SWITCHES],
    push: 'Notre équipe les a ajoutés à votre solde, qui est maintenant de {balance}.',
  },
  points_removed: {
    subject: 'Votre solde a été réduit de {points}',
    paragraphs: [
      'L’équipe de {product} a retiré {points} de votre solde, qui est maintenant de {balance}.',
      '{text}',
      'Si vous pensez que c’est une erreur, écrivez à {support}.',
    ],
    button: 'Voir mon solde',
    footnotes: [QUESTIONS],
    push: 'Votre solde est maintenant de {balance}. Le motif est dans l’e-mail.',
  },
  redemption_checked: {
    subject: 'Nous vérifions votre récompense de {amount} avant son émission',
    paragraphs: [
      'Une personne de notre équipe examine votre échange de {points} avant que votre récompense de {amount} soit émise. Vos points sont mis de côté pour elle et ne peuvent pas être perdus.',
      'L’écran Cartes indique quand la décision tombe au plus tard. Vous n’avez rien à faire, sauf si nous vous y posons une question.',
    ],
    button: 'Voir mes cartes',
    footnotes: [QUESTIONS],
    push: 'Une personne l’examine d’abord. Vos points sont mis de côté.',
  },
  redemption_question: {
    subject: 'Une question sur votre récompense de {amount}',
    paragraphs: [
      'Avant que votre récompense de {amount} puisse être émise, notre équipe vous demande :',
      '{text}',
      'Répondez sur l’écran Cartes. Vos points sont mis de côté pour elle et ne peuvent pas être perdus.',
    ],
    button: 'Répondre',
    footnotes: [QUESTIONS],
    push: 'Notre équipe vous pose une question. Répondez sur l’écran Cartes.',
  },
  review_refunded: {
    subject: 'De retour sur votre solde : {points}',
    paragraphs: [
      'Après une vérification, votre récompense de {amount} n’a pas été émise. Vous retrouvez {points} sur votre solde.',
      '{text}',
    ],
    button: 'Voir mes cartes',
    footnotes: [QUESTIONS],
    push: 'Votre récompense de {amount} n’a pas été émise après une vérification.',
  },
  review_lapsed: {
    subject: 'De retour sur votre solde : {points}',
    paragraphs: [
      'Nous n’avons pas pu décider à temps de votre récompense de {amount}, elle n’a donc pas été émise. Vous retrouvez {points} sur votre solde.',
      'Nous regrettons cette attente.',
    ],
    button: 'Voir mes cartes',
    footnotes: [QUESTIONS],
    push: 'Nous n’avons pas pu décider à temps de votre récompense de {amount}.',
  },
  review_stopped: {
    subject: 'De retour sur votre solde : {points}',
    paragraphs: [
      'Votre compte était en pause ou suspendu à la fin du délai de décision sur votre récompense de {amount}, elle n’a donc pas été émise. Vous retrouvez {points} sur votre solde.',
      'Dès que votre compte sera de nouveau ouvert, vous pourrez refaire un échange.',
    ],
    button: 'Voir mes cartes',
    footnotes: [QUESTIONS],
    push: 'Votre compte était en pause ou suspendu, votre récompense de {amount} n’a donc pas été émise.',
  },
  review_overdue: {
    subject: 'Un échange de {amount} attend une décision',
    paragraphs: [
      'Un échange de {amount} est en examen, et la moitié du délai est passée. Quand le délai prendra fin, le site décidera selon ses réglages.',
    ],
    button: 'Ouvrir les examens',
    footnotes: [],
    push: 'La moitié du délai de son examen est passée.',
  },
  webhook_stopped: {
    subject: 'Le webhook vers {what} est arrêté',
    paragraphs: [
      'Les événements ne sont plus envoyés à {what} : il a répondu qu’il n’en voulait plus, ou n’a rien accepté pendant cinq jours. Ce qui se passe désormais ne lui est pas communiqué.',
      'Quand l’autre système fonctionnera de nouveau, activez le webhook et renvoyez ce qui a échoué.',
    ],
    button: 'Ouvrir les webhooks',
    footnotes: [],
    push: 'Il ne veut plus d’événements, ou n’en a accepté aucun pendant cinq jours.',
  },
  redemption_returned: {
    subject: 'Votre récompense de {amount} a été annulée',
    paragraphs: [
      'L’émetteur a annulé votre récompense de {amount} avant que quelque chose en soit dépensé. Rien n’est perdu : vous retrouvez {points} sur votre solde.',
    ],
    button: 'Voir mes cartes',
    footnotes: [SWITCHES],
    push: 'Rien n’en était dépensé : vous retrouvez {points} sur votre solde.',
  },
  redemption_withdrawn: {
    subject: 'Votre récompense de {amount} a été annulée',
    paragraphs: [
      'L’émetteur a annulé votre récompense de {amount}, elle ne peut donc plus être utilisée. Aucun point n’a été rendu pour elle.',
      'Si vous pensez que c’est une erreur, écrivez à {support}. Une personne l’examine.',
    ],
    button: 'Voir mes cartes',
    footnotes: [SWITCHES],
    push: 'Elle ne peut plus être utilisée. Le motif se trouve sur l’écran Cartes.',
  },
  reward_ending: {
    subject: 'Votre récompense de {amount} expire bientôt',
    paragraphs: [
      'Vous pouvez utiliser votre récompense de {amount} jusqu’au {day} ; ensuite, ce n’est plus possible. Vous la trouvez sur l’écran Cartes.',
      'Si vous l’avez déjà utilisée, il n’y a rien à faire.',
    ],
    button: 'Voir ma récompense',
    footnotes: [SWITCHES],
    push: 'Vous pouvez l’utiliser jusqu’au {day}.',
  },
  account_suspended: {
    subject: 'Votre compte {product} est suspendu',
    paragraphs: [
      'Votre compte est suspendu. Personne ne peut s’y connecter et rien n’en est émis. Aucun point n’est retiré pour cette raison, mais les partenaires peuvent toujours reprendre ce qu’ils ont payé.',
      'Le motif : {reason}.',
      '{text}',
      'Vous pouvez répondre : connectez-vous comme d’habitude, et vous verrez où. Une personne vous lit et décide.',
    ],
    button: 'Se connecter',
    footnotes: [QUESTIONS],
    push: 'Votre compte est suspendu.',
  },
  account_reinstated: {
    subject: 'Votre compte {product} est de nouveau ouvert',
    paragraphs: [
      'La suspension de votre compte est levée. Vous pouvez vous connecter comme avant.',
      '{answer}',
    ],
    button: 'Se connecter',
    footnotes: [QUESTIONS],
    push: 'Vous pouvez de nouveau vous connecter.',
  },
  suspension_kept: {
    subject: 'Nous avons examiné votre réponse',
    paragraphs: ['Nous avons examiné votre réponse, et votre compte reste suspendu.', '{answer}'],
    button: 'Se connecter',
    footnotes: [QUESTIONS],
    push: 'Votre compte reste suspendu.',
  },
  account_paused: {
    subject: 'Vos échanges {product} sont en pause',
    paragraphs: [
      'Les échanges de votre compte sont en pause. Vous pouvez vous connecter, tout voir et continuer à gagner, et vos points restent à vous.',
      'Le motif : {reason}.',
      '{text}',
      'Vous pouvez répondre dans votre profil. Une personne vous lit et décide.',
    ],
    button: 'Lire et répondre',
    footnotes: [QUESTIONS],
    push: 'Votre profil indique le motif et comment répondre.',
  },
  api_key_created: {
    subject: 'Une nouvelle clé d’API {product} a été créée',
    paragraphs: [
      'Un propriétaire de {product} a créé la clé d’API « {keyName} » ({beginning}…). Quiconque l’a peut appeler la partie d’administration de {product}. La liste des clés dit qui l’a créée, ce qu’elle peut faire et jusqu’à quand.',
      'Si personne de votre équipe ne l’a voulue, révoquez-la tout de suite.',
    ],
    button: 'Voir les clés d’API',
    footnotes: ['Tous les propriétaires reçoivent ce message.'],
    push: 'Un propriétaire a créé la clé « {keyName} ».',
  },
  webhook_addressed: {
    subject: 'Un webhook de {product} a une nouvelle adresse',
    paragraphs: [
      'Un propriétaire de {product} a créé un webhook ou donné une nouvelle adresse à l’un d’eux : des événements du site sont désormais envoyés à {what}. La liste des webhooks dit quels événements, et le journal d’audit qui l’a fait.',
      'Si personne de votre équipe ne l’a voulu, supprimez le webhook immédiatement.',
    ],
    button: 'Ouvrir les webhooks',
    footnotes: ['Tous les propriétaires reçoivent ce message.'],
    push: 'Des événements du site sont désormais envoyés à {what}.',
  },
  staff_changed: {
    subject: 'Un rôle d’administration de {product} a changé',
    paragraphs: [
      'Quelqu’un a reçu un rôle d’administration chez {product}, un autre rôle, ou n’en a plus. La liste de l’équipe indique qui a quel rôle, et le journal d’audit qui l’a changé.',
      'Si personne de votre équipe ne l’a voulu, retirez ce rôle immédiatement.',
    ],
    button: 'Voir l’équipe',
    footnotes: ['Tous les propriétaires reçoivent ce message.'],
    push: 'Quelqu’un a reçu un rôle d’administration, un autre rôle, ou n’en a plus.',
  },
  staff_suspension: {
    subject: 'Un administrateur de {product} a été suspendu, ou une suspension a pris fin',
    paragraphs: [
      'Une personne ayant un rôle d’administration chez {product} a été suspendue, ou sa suspension a pris fin. Le journal d’audit dit de qui il s’agit et qui l’a fait.',
      'Si personne de votre équipe ne l’a voulu, annulez-le immédiatement.',
    ],
    button: 'Ouvrir le journal d’audit',
    footnotes: ['Tous les propriétaires reçoivent ce message.'],
    push: 'Un administrateur a été suspendu, ou une suspension a pris fin.',
  },
  connection_ended: {
    subject: 'Une clé d’API ou un webhook de {product} a été désactivé',
    paragraphs: [
      'Un propriétaire de {product} a révoqué une clé d’API, retiré ou arrêté un webhook, ou lui a enlevé des événements : {what}. Ce qui en dépendait peut cesser de fonctionner. Le journal d’audit dit qui l’a fait.',
      'Si personne de votre équipe ne l’a voulu, remplacez-le immédiatement.',
    ],
    button: 'Ouvrir le journal d’audit',
    footnotes: ['Tous les propriétaires reçoivent ce message.'],
    push: 'Ce qui dépendait de {what} peut cesser de fonctionner.',
  },
  staff_factor_reset: {
    subject: 'La seconde étape d’un administrateur de {product} a été réinitialisée',
    paragraphs: [
      'En ligne de commande sur le serveur, la seconde étape et toutes les clés d’accès de quelqu’un qui a un rôle d’administration chez {product} ont été retirées. Jusqu’à leur nouvelle configuration, son mot de passe seul suffit pour se connecter. Le journal d’audit indique de qui il s’agit.',
      'Si personne de votre équipe ne l’a voulu, retirez ce rôle immédiatement.',
    ],
    button: 'Voir l’équipe',
    footnotes: ['Tous les propriétaires reçoivent ce message.'],
    push: 'La seconde étape d’un administrateur a été réinitialisée.',
  },
  staff_role_changed: {
    subject: 'Votre rôle chez {product} a changé',
    paragraphs: [
      'Vous avez reçu un rôle d’administration chez {product}, un autre rôle, ou n’en avez plus. Toutes vos sessions ont été fermées. Reconnectez-vous pour voir ce que vous pouvez faire maintenant.',
    ],
    button: 'Ouvrir mon profil',
    footnotes: ['Si cela vous surprend, écrivez à {support}.'],
    push: 'Toutes vos sessions ont été fermées.',
  },
  account_resumed: {
    subject: 'Vos échanges {product} sont de nouveau ouverts',
    paragraphs: ['La pause de votre compte est finie. Vous pouvez échanger vos points comme avant.'],
    button: 'Aller à votre profil',
    footnotes: [QUESTIONS],
    push: 'Vous pouvez échanger vos points comme avant.',
  },
  appeal_granted: {
    subject: 'Nous avons examiné votre réponse',
    paragraphs: ['Nous avons examiné votre réponse, et la pause de votre compte est finie.', '{answer}'],
    button: 'Aller à votre profil',
    footnotes: [QUESTIONS],
    push: 'La pause de votre compte est finie.',
  },
  appeal_kept: {
    subject: 'Nous avons examiné votre réponse',
    paragraphs: [
      'Nous avons examiné votre réponse, et la pause de votre compte est maintenue pour l’instant. Vos points restent à vous.',
      '{answer}',
    ],
    button: 'Aller à votre profil',
    footnotes: [QUESTIONS],
    push: 'La pause est maintenue pour l’instant. Voyez votre profil.',
  },
};

const mails: Record<keyof Texts['mails'], MailText> = {
  verificationCode: {
    subject: '{code} est votre code {product}',
    paragraphs: [
      'Bienvenue ! Saisissez ce code pour confirmer votre adresse e-mail et terminer l’inscription :',
    ],
    button: 'Confirmer sur cet appareil',
    footnotes: [
      'Le code est valable {minutes} minutes. Un code plus récent l’annule.',
      'Si vous n’avez pas demandé d’inscription, ignorez cet e-mail : sans le code, il n’y a pas de compte. Ne donnez le code à personne.',
    ],
  },
  alreadyMember: {
    subject: 'Vous avez déjà un compte {product}',
    paragraphs: [
      'Quelqu’un, sans doute vous, a voulu s’inscrire chez {product} avec cette adresse. Elle a déjà un compte, donc rien n’a été changé.',
      'Connectez-vous avec votre mot de passe. Si vous l’avez oublié, choisissez « Mot de passe oublié ? » sur cette page.',
    ],
    button: 'Se connecter',
    footnotes: [NOT_YOU],
  },
  resetLink: {
    subject: 'Réinitialisez votre mot de passe {product}',
    paragraphs: ['Quelqu’un, sans doute vous, a demandé de réinitialiser le mot de passe de votre compte.'],
    button: 'Choisir un nouveau mot de passe',
    footnotes: [
      'Le lien fonctionne une fois et expire dans {hours} heure. Un lien plus récent l’annule.',
      'Si ce n’était pas vous, ignorez cet e-mail : votre mot de passe reste tel quel.',
    ],
  },
  emailChangeCode: {
    subject: '{code} confirme votre nouvelle adresse {product}',
    paragraphs: ['Saisissez ce code dans votre profil pour transférer votre compte vers cette adresse :'],
    footnotes: [
      'Le code est valable {minutes} minutes. Un code plus récent l’annule.',
      'Si vous ne l’avez pas demandé, ignorez cet e-mail : rien ne change sans le code. Ne donnez le code à personne.',
    ],
  },
  emailTaken: {
    subject: 'Cette adresse a déjà un compte {product}',
    paragraphs: [
      'Quelqu’un a demandé de transférer un autre compte {product} vers cette adresse. Elle a déjà son propre compte, donc rien n’a été changé.',
    ],
    footnotes: [NOT_YOU],
  },
  farewell: {
    subject: 'Votre compte {product} est supprimé',
    paragraphs: [
      'Votre compte a été supprimé, et vos données personnelles ont été effacées. Les récompenses encore en route ne peuvent plus être retirées. Des écritures sous un numéro aléatoire et, peut-être, une empreinte de votre boîte e-mail restent aussi longtemps que l’indique la politique de confidentialité. Merci d’avoir été des nôtres.',
      TIME,
      'Si ce n’était pas vous, écrivez tout de suite à {support}. Les données supprimées ne peuvent pas être récupérées.',
    ],
    footnotes: ['Ceci est le dernier e-mail à cette adresse. Vous pouvez vous réinscrire à tout moment.'],
  },
  farewellToEarlier: {
    subject: 'Un compte {product} qui avait cette adresse est supprimé',
    paragraphs: [
      'Un compte {product} qui avait cette adresse jusqu’à récemment a été supprimé.',
      TIME,
      'Si ce n’est pas vous qui l’avez transféré vers une autre adresse puis supprimé, écrivez tout de suite à {support} depuis cette adresse. Les données supprimées ne peuvent pas être récupérées.',
    ],
    footnotes: [WAS_YOU],
  },
};

/** French. */
export const fr: Texts = {
  points: { one: '{count} point', many: '{count} de points', other: '{count} points' },
  notices,
  mails,
  pauseReasons: {
    many_accounts: 'plusieurs comptes semblent appartenir à une même personne',
    disposable_email: 'le compte utilise une adresse e-mail jetable',
    unusual_speed: 'des tâches ont été terminées anormalement vite',
    many_reversals: 'des partenaires ont repris beaucoup de points',
    region: 'le compte semble être utilisé depuis une région que nous ne desservons pas',
    staff_review: 'une personne de notre équipe examine le compte',
  },
  pass: {
    description: 'Pass de récompense {product}',
    value: 'Valeur',
    issued: 'Émis le',
    expires: 'Valable jusqu’au',
    reference: 'Référence',
    about: 'À propos de ce pass',
    note: 'Ce pass vous rappelle votre récompense. Ce n’est pas une carte de paiement, il ne paie pas sans contact et ne contient aucun code. Votre récompense est dans votre compte {product}.',
    brief: 'Ce pass ne paie pas. Votre récompense est sur {product}.',
    open: 'Ouvrir {product}',
    test: 'PASS DE TEST',
  },
  unsubscribe: {
    why: 'Vous recevez cet e-mail parce que vous avez accepté les nouvelles et les offres de {product}.',
    link: 'Se désinscrire',
    title: 'Désinscription',
    question:
      'Voulez-vous ne plus recevoir les nouvelles et les offres de {product} par e-mail ? Les e-mails sur votre compte arrivent toujours.',
    button: 'Me désinscrire',
    doneTitle: 'C’est fait',
    done: 'Nous ne vous envoyons plus de nouvelles ni d’offres. Vous pouvez les accepter de nouveau dans votre profil.',
    invalidTitle: 'Ce lien ne fonctionne pas',
    invalid:
      'Le lien est incomplet. Ouvrez-le de nouveau depuis l’e-mail, ou désactivez les e-mails promotionnels dans votre profil.',
    home: 'Aller sur {product}',
  },
};
